/**
 * Opens the at-most-once engine's tools for one account. Intents without a living holder become in
 * doubt; with the embedded database the intent journal gives the durability that a server's commit
 * has.
 */
import type { Tools } from '../../../jobs/tools.ts'
import { lookUpDelays } from '../../effects/look-up-delays.ts'
import type { EffectTools } from '../../effects/tools.ts'
import { readAllOrders } from '../../reconciliation/orders/placing/read-all-orders.ts'
import type { OrderStatuses } from '../../reconciliation/orders/order-statuses.ts'
import { openSharedParts, type GroundGiven, type SharedParts } from './shared-parts.ts'
import type { MoneyGate } from './money-gate.ts'
import type { OpenLedger } from '../ledger/open-ledger.ts'
import { parseCents } from '../../fleet/money.ts'
import type { Log } from '../../log.ts'

interface Given extends GroundGiven {
  readonly gate: EffectTools['gate']
  readonly client: Tools['client']
  readonly accountId: string
  readonly statuses: OrderStatuses
  readonly zone: string
  /** Given where one process works for several accounts. */
  readonly shared: SharedParts | undefined
}

export async function openEffects(ledger: OpenLedger, opening: AsyncDisposableStack, given: Given) {
  const { clock, gate, scale, accountId } = given
  const { stores, leases, atWork } = ledger
  const shared = given.shared ?? opening.use(await openSharedParts(ledger, given))
  const leave = shared.join(accountId, (onPage, signal) =>
    readAllOrders({ ...given, ...stores }, { onPage, ...(signal === undefined ? {} : { signal }) }),
  )
  opening.defer(leave)
  const { journal, money } = shared
  const { holder } = leases
  const blocked: MoneyGate['blocked'] = (kind) => money.blocked(kind)
  const waiting = { delays: lookUpDelays(scale), blocked }
  const own = { holder, atWork, scale, moved: logMoves(given.log) }
  const effects: EffectTools = { store: stores.effects, gate, journal, clock, ...own, ...waiting }
  return { effects, money }
}

const DOUBTFUL = ['in-doubt', 'held']
const GOOD = ['done', 'adopted']
const FOR_PERSON = ['quarantined', 'needs-person']

/** The moves of effects in the operator's log: doubts and how they end, and orders that were placed. */
function logMoves(log: Log): NonNullable<EffectTools['moved']> {
  return ({ id, kind, vehicleId, remoteId, answerStatus }, { from, to }, answer) => {
    const fields = { effect: id, kind, vehicle: vehicleId, from, to, status: answerStatus }
    const wasDoubtful = DOUBTFUL.includes(from)
    if (to === 'in-doubt' && !wasDoubtful) return log.warn(fields, 'in doubt')
    if (FOR_PERSON.includes(to)) return log.info(fields, 'waits for a person')
    if (wasDoubtful && !DOUBTFUL.includes(to)) log.info(fields, 'doubt settled')
    if (kind !== 'order' || !GOOD.includes(to)) return log.debug(fields, 'effect moved')
    log.info({ ...fields, order: remoteId, cents: totalOf(answer) }, 'order placed')
  }
}

function totalOf(order: unknown): number {
  if (typeof order !== 'object' || order === null || !('total_amount' in order)) return 0
  const total = parseCents(String(order.total_amount))
  return total.ok ? Number(total.value) : 0
}
