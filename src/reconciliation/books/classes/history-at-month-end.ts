/**
 * Pure. A vehicle's history as it stood when a month ended: what happened to its orders by the days
 * on which the books book it, what answers showed by then, and what the books say is owed.
 */
import type {
  HistoricDebt,
  HistoricOrder,
  HistoricOrderEvent,
  VehicleHistory,
} from '../../../ledger/histories/vehicle-histories.ts'
import { plainDay } from '../../../clock.ts'
import { isReturned } from '../../orders/following/settled-items.ts'
import { standingOf, type OrderStatuses } from '../../orders/order-statuses.ts'
import { bookEntries } from '../book-entries.ts'
import { firstDays, type VehicleBooks } from '../book-vehicle.ts'
import { bookedDatesOf, isDateOnly } from '../event-dates.ts'
import type { CloseHeads } from '../knowledge.ts'
import { lastInstant, monthOf } from '../../../fleet/calendar/months.ts'

export interface MonthEnd {
  readonly month: string
  readonly zone: string
  readonly closes: readonly CloseHeads[]
  readonly statuses: OrderStatuses
}

export interface MonthOrder extends HistoricOrder {
  /** YYYY-MM-DD: when anything of it was booked last. */
  readonly lastDay: string
  /** Debts whose money came back after the month, by the books' days. */
  readonly refundedLater: ReadonlySet<string>
}

export interface MonthHistory extends VehicleHistory {
  readonly orders: readonly MonthOrder[]
  /** Cents by debt, in the fleet's books. */
  readonly owed: ReadonlyMap<string, bigint>
  /** Debts that left the balance because no answer shows them; another way of IPVA never does. */
  readonly gone: ReadonlySet<string>
}

export function historyAtMonthEnd(
  history: VehicleHistory,
  { movements, holderAt }: Pick<VehicleBooks, 'movements' | 'holderAt'>,
  end: MonthEnd,
): MonthHistory {
  const last = lastInstant(end.month, end.zone)
  const events = history.events.filter(({ at }) => at <= last)
  const owed = new Map<string, bigint>()
  const gone = new Set<string>()
  for (const { debtId, day, cents, class: name } of movements) {
    if (monthOf(day) > end.month) continue
    owed.set(debtId, (owed.get(debtId) ?? 0n) + cents)
    if (name === 'gone' && cents < 0n) gone.add(debtId)
    else gone.delete(debtId)
  }
  const firstSeen = firstDays(history, end.zone)
  return {
    vehicle: { ...history.vehicle, ...holderAt(last.getTime()) },
    changes: history.changes,
    events,
    debts: history.debts.map((debt) => debtThen(debt, events)),
    orders: history.orders.flatMap((order) => {
      const refundedLater = debtsRefundedLater(order, movements, end)
      return orderThen(order, { ...end, firstSeen, last, refundedLater })
    }),
    owed,
    gone,
  }
}

function debtThen(debt: HistoricDebt, events: VehicleHistory['events']): HistoricDebt {
  const told = events.filter(({ debtId }) => debtId === debt.id)
  const seen = told.findLast(({ event }) => event !== 'moved')
  const now = {
    state: told.at(-1)?.toState ?? 'open',
    shown: seen !== undefined && seen.event !== 'gone',
    amountCents: told.findLast(({ event }) => event !== 'moved' && event !== 'gone')?.amountCents,
  }
  return { ...debt, now: { ...now, amountCents: now.amountCents ?? 0n } }
}

/** By their sums: a refund may be taken back, and one of a closed month be booked again later. */
function debtsRefundedLater(
  { id }: HistoricOrder,
  movements: VehicleBooks['movements'],
  { month }: MonthEnd,
): Set<string> {
  const refunds = movements.filter(
    ({ class: name, orderId }) => name === 'refunded' && orderId === id,
  )
  const byThen = refunds.filter(({ day }) => monthOf(day) <= month)
  const back = (of: typeof refunds, id: string): boolean =>
    of.reduce((sum, { debtId, cents }) => (debtId === id ? sum + cents : sum), 0n) > 0n
  const debts = new Set(refunds.map(({ debtId }) => debtId))
  return new Set([...debts].filter((id) => back(refunds, id) && !back(byThen, id)))
}

interface OrderContext extends MonthEnd, Pick<MonthOrder, 'refundedLater'> {
  readonly firstSeen: ReadonlyMap<string, string>
  readonly last: Date
}

/** None that was made later. What no event tells is known of an order that nothing moved since. */
function orderThen(order: HistoricOrder, context: OrderContext): MonthOrder[] {
  const { month, zone, closes, last, refundedLater } = context
  const told = order.events.filter((event) => !isDateOnly(event))
  const days = [plainDay(order.createdAt.getTime(), zone)]
  const happened = told.filter((event) => {
    const entries = bookEntries(bookedDatesOf(order, event, context), closes)
    const booked = entries.filter(({ day }) => monthOf(day) <= month)
    days.push(...booked.map(({ day }) => day))
    return booked.reduce((sum, { sign }) => sum + sign, 0n) > 0n
  })
  if (order.createdAt > last && happened.length === 0) return []
  const freedAt = order.freedAt !== null && order.freedAt <= last ? order.freedAt : null
  if (freedAt !== null) days.push(plainDay(freedAt.getTime(), zone))
  const lastDay =
    days
      .filter((day) => monthOf(day) <= month)
      .sort()
      .at(-1) ?? ''
  const then = { ...order, freedAt, lastDay, events: happened, refundedLater }
  if (happened.length === told.length) return [then]
  const refunds = happened.filter(({ event }) => event === 'refunded')
  const refundedCents = refunds.reduce((sum, { amountCents }) => sum + amountCents, 0n)
  const standing = happened.reduce<HistoricOrder['standing']>(
    (before, event) => standingAfter(before, event, context.statuses),
    'open',
  )
  // Of a paid order only what came back by then is known to have been refused by then.
  const isSaid = ({ debtId, settlement }: HistoricOrder['items'][number]): boolean =>
    isReturned(context.statuses, { standing, refundedCents }, settlement) &&
    !refundedLater.has(debtId)
  const items = order.items.map((item) =>
    standing === 'settled' || isSaid(item) ? item : { ...item, settlement: '' },
  )
  return [{ ...then, standing, refundedCents, items, attemptStatus: '' }]
}

function standingAfter(
  before: HistoricOrder['standing'],
  { event, note }: HistoricOrderEvent,
  statuses: OrderStatuses,
): HistoricOrder['standing'] {
  const isPaid = before === 'paid' || before === 'settled'
  switch (event) {
    case 'created':
      return before
    case 'coded':
      return before === 'dead' ? 'open' : before
    case 'paid':
      return event
    // The bank may date a payment after its settlement was seen: until then it is not paid.
    case 'settled':
      return isPaid ? event : before
    case 'unpaid':
      return 'open'
    case 'expired':
      return 'dead'
    case 'refunded': {
      // A part of an order that stays paid or settled, or money that was not given back after all.
      const said = standingOf(statuses, note)
      const isLeft = said === 'paid' || said === 'settled'
      if (before === 'refunded') return isLeft ? said : before
      return isPaid && !isLeft ? 'refunded' : before
    }
  }
}
