/** `frota orders approve|reject|withdraw`: what a person decides about proposals. */
import { Failure } from '../../failure.ts'
import { parseReais } from '../../fleet/money.ts'
import { PLANS_LISTED_MAX, type PlanListing } from '../../ledger/orders/plans.ts'
import { decidePlan } from '../../reconciliation/orders/deciding/decide-plan.ts'
import { withdrawApproval } from '../../reconciliation/orders/deciding/withdraw-approval.ts'
import type { CommandContext } from '../context.ts'
import { decidingPerson } from '../../app/access/deciding-person.ts'
import { decidingTools, withdrawingTools } from '../../app/orders/deciding-tools.ts'
import { decideNamed } from './decide-named.ts'
import { namedPlans, type NamedPlan } from './named-plans.ts'
import { approveFile } from './orders-approve-file.ts'
import { withFleet } from '../../app/ledger/with-fleet.ts'
import { decisionReason } from '../typed-words.ts'

/** By name, by amount, or by a file that came back. */
export async function approve(context: CommandContext): Promise<void> {
  const { flags, words } = context
  const { file, 'all-up-to': upTo } = flags
  const ways = [typeof file === 'string', typeof upTo === 'string', words.length > 0]
  if (ways.filter(Boolean).length > 1) throw new Failure('usage', ONE_WAY_ONLY)
  if (typeof file === 'string') return approveFile(context, file)
  const upToCents = typeof upTo === 'string' ? amountOf(upTo) : undefined
  await withFleet(context, async (ledger, fleet) => {
    const listed = await ledger.stores.plans.list(fleet.id, PLANS_LISTED_MAX)
    const plans =
      upToCents === undefined ? namedPlans(context, listed) : plansUpTo(listed, upToCents)
    if (plans.length === 0) {
      const { output } = context
      output.tell('Nenhuma proposta até este valor.', 'No proposal up to this amount.')
    }
    const tools = await decidingTools(context.config, ledger, fleet, decidingPerson(context.config))
    await decideNamed(context, plans, (of) => decidePlan(tools, { ...of, verdict: 'approve' }))
  })
}

/** Ends proposals; one person is enough, whatever the policy says. */
export async function reject(context: CommandContext): Promise<void> {
  await withFleet(context, async (ledger, fleet) => {
    const plans = namedPlans(context, await ledger.stores.plans.list(fleet.id, PLANS_LISTED_MAX))
    const tools = await decidingTools(context.config, ledger, fleet, decidingPerson(context.config))
    const how = { verdict: 'reject', reason: decisionReason(context) } as const
    await decideNamed(context, plans, (of) => decidePlan(tools, { ...of, ...how }))
  })
}

/** Takes approvals back, the policy's too, while nothing was sent. */
export async function withdraw(context: CommandContext): Promise<void> {
  await withFleet(context, async (ledger, fleet) => {
    const plans = namedPlans(context, await ledger.stores.plans.list(fleet.id, PLANS_LISTED_MAX))
    const tools = await withdrawingTools(context.config, ledger, fleet)
    const reason = decisionReason(context)
    await decideNamed(context, plans, (of) => withdrawApproval(tools, { ...of, reason }))
  })
}

/** The fee counts where it is known. */
function plansUpTo(listed: readonly PlanListing[], upToCents: bigint): NamedPlan[] {
  return listed
    .filter(({ state }) => state === 'proposed')
    .filter(({ totalCents, debtsCents }) => (totalCents ?? debtsCents) <= upToCents)
    .toReversed()
}

function amountOf(text: string): bigint {
  const amount = parseReais(text)
  if (amount.ok) return amount.value
  const typed = text.slice(0, 40)
  throw new Failure('usage', {
    pt: `--all-up-to: "${typed}" não é um valor em reais, como 1500,00.`,
    en: `--all-up-to: "${typed}" is no amount in reais, such as 1500.00.`,
  })
}

const ONE_WAY_ONLY = {
  pt: 'Diga as propostas, ou --all-up-to, ou --file: um dos três.',
  en: 'Name the proposals, or give --all-up-to, or --file: one of the three.',
}
