/** Proposals: the list, one of them, and what a person decides about those that were chosen. */
import { givenReason } from '../../app/given-reason.ts'
import type { FastifyInstance } from 'fastify'
import { decidingTools, withdrawingTools } from '../../app/orders/deciding-tools.ts'
import { outcomeWords } from '../../app/orders/outcome-words.ts'
import { NOTHING_EDITED, orderPolicyOf } from '../../app/orders/order-policy-file.ts'
import type { OpenLedger } from '../../app/ledger/open-ledger.ts'
import type { Fleet } from '../../ledger/fleets/fleets.ts'
import { PLANS_LISTED_MAX, type PlanListing } from '../../ledger/orders/plans.ts'
import type { ProposalLine } from '../../ledger/orders/proposal-lines.ts'
import type { OrderPolicy } from '../../reconciliation/orders/policy/order-policy.ts'
import { decidePlan, type Decided } from '../../reconciliation/orders/deciding/decide-plan.ts'
import { withdrawApproval } from '../../reconciliation/orders/deciding/withdraw-approval.ts'
import type { PageSetting } from '../frame/page.ts'
import { Refusal } from '../frame/refusal.ts'
import { idOf, needs, sendPage, wordOf, type RouteParts } from '../frame/route-parts.ts'
import { withFleet } from '../frame/with-fleet.ts'
import { addListPage } from '../tables/add-list.ts'
import type { QueryShape } from '../tables/table-query.ts'
import {
  decidedPage,
  type DecidedRow,
  planColumns,
  planPage,
  proposalsPage,
  whyNotOnPage,
} from './proposals-page.ts'
import { moneyWords } from './money-words.ts'

const QUERY: QueryShape = { filters: ['q'], sorts: ['total', 'plate'], largestFirst: ['total'] }
const DECIDED_AT_ONCE_MAX = 500
const VERDICTS = ['approve', 'reject', 'withdraw'] as const

export function addProposalRoutes(pages: FastifyInstance, parts: RouteParts): void {
  const { tools } = parts
  const { config } = tools.context

  const policyNow = async (): Promise<OrderPolicy> =>
    (await tools.ledger.look((ledger) => orderPolicyOf(config, ledger))) ??
    orderPolicyOf(config, NOTHING_EDITED)

  addListPage(pages, parts, {
    path: '/proposals',
    options: needs('see'),
    shape: QUERY,
    read: (setting) => plansOf(parts, setting),
    page: async (setting, plans, query) =>
      proposalsPage(setting, { query, plans, policy: await policyNow() }),
    table: (setting, rows) => ({ columns: planColumns(setting), rows }),
  })

  pages.get('/proposals/:id', needs('see'), async ({ setting, params }, reply) => {
    const id = idOf(wordOf(params, 'id'))
    const read = async (
      { proposals }: OpenLedger,
      fleet: Fleet,
    ): Promise<readonly ProposalLine[]> => (id === undefined ? [] : proposals.ofPlan(fleet.id, id))
    const lines = (await withFleet(tools, setting, read)) ?? []
    if (lines.length === 0) throw new Refusal(404, setting.texts.notices.missing)
    return sendPage(reply, planPage(setting, lines))
  })

  pages.post('/proposals', needs('decide'), async ({ setting, form }, reply) => {
    const decision = decisionOf(form, setting)
    const decide = (ledger: OpenLedger, fleet: Fleet): Promise<DecidedRow[]> =>
      decideAll(ledger, fleet, setting, decision)
    return sendPage(reply, decidedPage(setting, (await withFleet(tools, setting, decide)) ?? []))
  })

  async function decideAll(
    ledger: OpenLedger,
    fleet: Fleet,
    { visitor: { person }, locale }: PageSetting,
    { verdict, chosen, reason }: Decision,
  ): Promise<DecidedRow[]> {
    const deciding = await decidingTools(config, ledger, fleet, person)
    const withdrawing = await withdrawingTools(config, ledger, fleet)
    const rows: DecidedRow[] = []
    for (const { planId, hash } of chosen) {
      const [line] = await ledger.proposals.ofPlan(fleet.id, planId)
      const decided: Decided =
        verdict === 'withdraw'
          ? await withdrawApproval(withdrawing, { planId, person, reason })
          : await decidePlan(deciding, { planId, hash, verdict, person, reason })
      rows.push({
        plate: line?.plate ?? planId,
        line,
        outcome: outcomeWords(decided, locale, whyNotOnPage),
      })
    }
    return rows
  }
}

type Decision = ReturnType<typeof decisionOf>

/** Throws a Refusal that says what to fill in. */
function decisionOf(form: URLSearchParams, setting: PageSetting) {
  const words = moneyWords(setting.locale)
  const verdict = VERDICTS.find((one) => one === form.get('verdict'))
  const reason = givenReason(form.get('reason'))
  const chosen = form
    .getAll('plan')
    .slice(0, DECIDED_AT_ONCE_MAX)
    .flatMap((given) => {
      const [id = '', hash = ''] = given.split(':')
      const planId = idOf(id)
      return planId === undefined ? [] : [{ planId, hash }]
    })
  if (verdict === undefined) throw new Refusal(400, setting.texts.notices.form)
  if (chosen.length === 0) throw new Refusal(400, words.nothingChosen)
  if (verdict === 'reject' && reason === '') throw new Refusal(400, words.noReason)
  return { verdict, chosen, reason: reason === '' ? undefined : reason }
}

/** Proposals and approved plans: some thousands at most. */
async function plansOf(
  { tools }: Pick<RouteParts, 'tools'>,
  setting: PageSetting,
): Promise<readonly PlanListing[]> {
  const read = withFleet(tools, setting, ({ stores }, { id }) =>
    stores.plans.list(id, PLANS_LISTED_MAX),
  )
  return (await read) ?? []
}
