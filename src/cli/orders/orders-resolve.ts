/**
 * `frota orders resolve`: what waits for a person, and what a person says about one of them. It
 * reads the service before it writes anything, shows what it will do, and asks.
 */
import { Failure } from '../../failure.ts'
import { checkedCents, displayCents } from '../../fleet/money.ts'
import type { Fleet } from '../../ledger/fleets/fleets.ts'
import { uuid } from '../../option-parsers.ts'
import { isMismatch } from '../../reconciliation/orders/order-reasons.ts'
import { findCase, type Case } from '../../reconciliation/orders/resolving/resolve-case.ts'
import type { Choice } from '../../reconciliation/orders/resolving/resolve-choices.ts'
import { resolveCase } from '../../reconciliation/orders/resolving/resolve-order.ts'
import type { ResolvingTools } from '../../reconciliation/orders/resolving/resolve-order.ts'
import { reviewCase } from '../../reconciliation/orders/resolving/review-case.ts'
import type { Reviewed, SeenNow } from '../../reconciliation/orders/resolving/review-case.ts'
import type { ExceptionLine } from '../../reconciliation/reports/files/exception-line.ts'
import { confirm } from '../confirm.ts'
import type { CommandContext } from '../context.ts'
import { decidingPerson } from '../../app/access/deciding-person.ts'
import { endEntries, severalWait, showWaiting, waitingEntries } from './waiting-entries.ts'
import { openResolving } from '../../app/orders/open-resolving.ts'
import { withFleet } from '../../app/ledger/with-fleet.ts'
import { effectChoices } from '../../app/reports/end-exceptions.ts'
import { saidOn } from './resolve-flags.ts'
import { willDo } from '../../app/orders/case-words.ts'
import { refusalSentence } from './resolve-words.ts'
import { orderStatus } from '../words.ts'

export async function run(context: CommandContext): Promise<void> {
  const said = saidOn(context.flags)
  const [word] = context.words
  await withFleet(context, async (ledger, fleet) => {
    if (said === undefined) {
      return showWaiting(context, await waitingEntries(context, ledger, fleet, word))
    }
    if (word === undefined) throw new Failure('usage', NOTHING_NAMED)
    const { choice, reason } = said
    const named = await waitingEntries(context, ledger, fleet, word)
    if (choice.choice === 'done') return endEntries(context, ledger, fleet, { named, reason })
    await using opening = new AsyncDisposableStack()
    const tools = await openResolving(context, ledger, opening)
    await settle(context, tools, await caseNamed(tools, fleet, word, named), choice, reason)
  })
}

/** Finds the case by its id, or by the plate of a vehicle with a single open case. */
async function caseNamed(
  tools: ResolvingTools,
  fleet: Fleet,
  word: string,
  named: readonly ExceptionLine[],
): Promise<Case> {
  const parsed = uuid(word)
  const cases = named.filter(
    (line) =>
      effectChoices(line).length > 0 || (line.code === 'pay-gate-shut' && isMismatch(line.detail)),
  )
  const ids = parsed.ok ? [parsed.value] : [...new Set(cases.map(({ reference }) => reference))]
  const [id, other] = ids
  if (other !== undefined) throw severalWait(ids)
  const found = id === undefined ? 'not-found' : await findCase(tools, id)
  if (typeof found === 'string') throw new Failure('usage', refusalSentence({ why: found }))
  // The vehicle may have come from another fleet together with its open cases.
  if (found.fleetId === fleet.id || named.length > 0) return found
  throw new Failure('usage', refusalSentence({ why: 'not-found' }))
}

async function settle(
  context: CommandContext,
  tools: ResolvingTools,
  found: Case,
  choice: Choice,
  reason: string,
): Promise<void> {
  const { output, config } = context
  const reviewed = await reviewCase(tools, found, choice)
  const seen = reviewed.can ? reviewed.review.seen : reviewed.seen
  for (const one of seen) output.line(orderLine(one, output))
  if (!reviewed.can) throw refused(context, reviewed)
  output.line(willDo(found, choice, output.locale))
  await confirm(context)
  const { name: who } = decidingPerson(config)
  const at = new Date(tools.clock.now())
  if (!(await resolveCase(tools, found, choice, reviewed.review, { who, reason, at }))) {
    throw new Failure('usage', refusalSentence({ why: 'not-waiting' }))
  }
  output.tell(`Feito, por ${who}.`, `Done, by ${who}.`)
  output.object({
    resolved: 'effect' in found ? found.effect.id : found.order.id,
    choice: choice.choice,
    orderId: reviewed.review.order?.id ?? null,
    accepted: reviewed.review.mismatch ?? null,
    person: who,
    seen: seen.map(({ id, status }) => ({ id, status })),
  })
}

function orderLine(one: SeenNow, { locale, say }: CommandContext['output']): string {
  const items = one.order.items?.map((item) => item.description).join('; ')
  const held = items ?? say('não mostra os débitos', 'does not show its debts')
  const cents = checkedCents(one.order.total_amount)
  return `  ${one.id}  ${orderStatus(one.status, locale)}  ${displayCents(cents, locale)}  ${held}`
}

/** The object for scripts also has what was found at the service, to be shown to a person. */
function refused({ output }: CommandContext, reviewed: Extract<Reviewed, { can: false }>): Failure {
  const { refusal, seen } = reviewed
  output.object({ refused: refusal, seen: seen.map(({ id, status }) => ({ id, status })) })
  return new Failure('usage', refusalSentence(refusal))
}

const NOTHING_NAMED = {
  pt: 'Diga o caso por seu identificador ou placa; veja os que esperam: frota orders resolve',
  en: 'Name the case by its id or plate; see those that wait: frota orders resolve',
}
