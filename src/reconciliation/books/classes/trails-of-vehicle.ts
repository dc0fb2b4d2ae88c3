/**
 * Pure. The trails of one vehicle: each debt with each of its orders, and each debt that no order
 * holds: it had none, or all of them ended.
 */
import type {
  HistoricDebt,
  HistoricEvent,
  HistoricOrder,
} from '../../../ledger/histories/vehicle-histories.ts'
import type { PaymentDays } from '../../../ledger/reports/payment-days.ts'
import { plainDay } from '../../../clock.ts'
import { wayOfKind } from '../../debts/ipva-alternatives.ts'
import { isReturned } from '../../orders/following/settled-items.ts'
import { meaningOf, type OrderStatuses } from '../../orders/order-statuses.ts'
import { isDateOnly } from '../event-dates.ts'
import type { BankOfOrder } from './bank-of-orders.ts'
import { classOf, type TrailClass } from './class-of.ts'
import type { MonthHistory, MonthOrder } from './history-at-month-end.ts'
import type { TrailStates } from './trail.ts'

export interface Trail {
  readonly class: TrailClass
  readonly states: TrailStates
  readonly debt: HistoricDebt | null
  readonly order: HistoricOrder | null
  /** What the order pays for the debt, else what is owed of it, else what it asked for. */
  readonly cents: bigint
  /** YYYY-MM-DD: when anything of it happened last; empty where nothing ever did. */
  readonly day: string
}

export interface TrailTools {
  readonly statuses: OrderStatuses
  readonly days: PaymentDays
  /** The month's end, or now where it still runs. */
  readonly at: Date
  readonly zone: string
  /** Of this fleet's books; another fleet of the vehicle has the trails of its own. */
  readonly isOurs: (order: HistoricOrder) => boolean
  readonly bankOf: (orderId: string) => BankOfOrder
}

const DAY_MS = 86_400_000
/** An order that holds its debts no more. */
const ENDED: ReadonlySet<TrailStates['order']> = new Set(['over', 'freed'])

export function trailsOfVehicle(history: MonthHistory, tools: TrailTools): Trail[] {
  const { debts, orders, events, owed } = history
  const byId = new Map(debts.map((debt) => [debt.id, debt]))
  const eventsOf = Map.groupBy(events, ({ debtId }) => debtId)
  const held = { byUs: new Set<string>(), byAny: new Set<string>() }
  const trails = orders.flatMap((order) => {
    const isOurs = tools.isOurs(order)
    // An order that was found at the service may pay for nothing that the ledger knows.
    const items = order.items.length === 0 ? [null] : order.items
    return items.flatMap((item): Trail[] => {
      const debt = (item === null ? undefined : byId.get(item.debtId)) ?? null
      const told = (item === null ? undefined : eventsOf.get(item.debtId)) ?? []
      const paidBy = orders.filter((each) => hasPaid(each, item?.debtId, tools))
      // One that is refused after another was freed is not free.
      const isLocked = told.findLast(({ orderId }) => orderId === order.id)?.toState === 'ordered'
      const isFree = paidBy.length > 0 || (order.freedAt !== null && !isLocked)
      const states: TrailStates = {
        debt: debtState(debt, told, { order, history, tools }),
        order:
          paidBy.length > 1 && paidBy.includes(order)
            ? 'twice'
            : moneyState(order, item, tools, isFree),
        attempt: attemptState(order, tools),
        settlement: settlementState(order, item, tools),
        bank: bankState(order, tools),
      }
      if (item !== null && !ENDED.has(states.order)) {
        held.byAny.add(item.debtId)
        if (isOurs) held.byUs.add(item.debtId)
      }
      if (!isOurs) return []
      const day = latest([...daysOf(told, tools), order.lastDay])
      const cents = item?.amountCents ?? order.totalCents
      return [{ class: classOf(states), states, debt, order, cents, day }]
    })
  })
  const lone = debts.filter(
    ({ id }) => !held.byUs.has(id) && (!held.byAny.has(id) || (owed.get(id) ?? 0n) !== 0n),
  )
  return [
    ...trails,
    ...lone.map((debt) => ofDebt(debt, history, daysOf(eventsOf.get(debt.id) ?? [], tools))),
  ]
}

type Item = HistoricOrder['items'][number]

/** What was not in the balance when it was shown, or last shown, is another way of paying. */
function ofDebt(debt: HistoricDebt, { owed, gone }: MonthHistory, days: readonly string[]): Trail {
  const { shown, amountCents } = debt.now
  const owedCents = owed.get(debt.id) ?? 0n
  const isOwed = owedCents !== 0n || (shown && amountCents === 0n)
  const isOtherWay = wayOfKind(debt.kind) !== undefined && !gone.has(debt.id)
  const unshown = isOtherWay ? 'alternative-gone' : 'gone'
  const rest = { order: 'none', attempt: 'none', settlement: 'none', bank: 'none' } as const
  const states = { debt: isOwed ? 'shown' : shown ? 'alternative' : unshown, ...rest } as const
  const cents = isOwed ? owedCents : amountCents
  return { class: classOf(states), states, debt, order: null, cents, day: latest(days) }
}

/** Of answers; what an order did has the days of the order's events. */
function daysOf(told: readonly HistoricEvent[], { zone }: TrailTools): string[] {
  return told
    .filter(({ event, orderId }) => event !== 'moved' || orderId === null)
    .map(({ at }) => plainDay(at.getTime(), zone))
}

/** A payment may be booked in a month and be sought in a later month's statement. */
function bankState(order: MonthOrder, { bankOf }: TrailTools): TrailStates['bank'] {
  const { state } = bankOf(order.id)
  const isPaid = ['paid', 'settled', 'refunded'].includes(order.standing)
  return isPaid && state === 'none' ? 'no-statement' : state
}

interface DebtContext {
  readonly order: HistoricOrder
  readonly history: MonthHistory
  readonly tools: TrailTools
}

function debtState(
  debt: HistoricDebt | null,
  told: readonly HistoricEvent[],
  { order, history, tools }: DebtContext,
): TrailStates['debt'] {
  if (debt === null || told.length === 0) return 'none'
  if (!debt.now.shown) return (history.owed.get(debt.id) ?? 0n) === 0n ? 'gone' : 'shown'
  const settled = told.findLast(
    ({ orderId, toState }) => orderId === order.id && toState === 'settled',
  )
  if (settled === undefined || debt.now.state !== 'settled') return 'shown'
  if (told.some(({ event, seq }) => event === 'reappeared' && seq > settled.seq)) {
    return 'shown-again'
  }
  const { latestAnswerAt } = history.vehicle
  const until = settled.at.getTime() + tools.days.settledShownMax * DAY_MS
  return latestAnswerAt !== null && latestAnswerAt.getTime() > until ? 'still-shown' : 'shown'
}

function isBack(order: MonthOrder, item: Item | null, { statuses }: TrailTools): boolean {
  if (item !== null && order.refundedLater.has(item.debtId)) return order.standing === 'refunded'
  return isReturned(statuses, order, item?.settlement ?? '')
}

function hasPaid(order: MonthOrder, debtId: string | undefined, tools: TrailTools): boolean {
  const item = order.items.find((each) => each.debtId === debtId)
  if (item === undefined || (order.standing !== 'paid' && order.standing !== 'settled'))
    return false
  return !isBack(order, item, tools)
}

function moneyState(order: MonthOrder, item: Item | null, tools: TrailTools, isFree: boolean) {
  switch (order.standing) {
    case 'open':
      return 'waiting'
    case 'dead':
      return 'over'
    case 'unknown':
      return 'unknown'
    case 'paid':
    case 'settled':
    case 'refunded': {
      if (isBack(order, item, tools)) return isFree ? 'freed' : 'refunded'
      const isExplained = order.items.some((each) => isBack(order, each, tools))
      return order.refundedCents > 0n && !isExplained ? 'part-refunded' : 'paid'
    }
  }
}

function attemptState({ attemptStatus }: HistoricOrder, { statuses }: TrailTools) {
  if (attemptStatus === '') return 'none'
  const meaning = meaningOf(statuses, 'attempt', attemptStatus)
  return meaning === 'payable' || meaning === 'open' ? 'waiting' : meaning
}

function settlementState(
  order: HistoricOrder,
  item: Item | null,
  { statuses, days, at }: TrailTools,
): TrailStates['settlement'] {
  if (order.standing !== 'paid' && order.standing !== 'settled') return 'none'
  const said = item === null || item.settlement === '' ? null : item.settlement
  const meaning = said === null ? null : meaningOf(statuses, 'item', said)
  if (meaning === 'refused') return 'refused'
  if (order.standing === 'settled') {
    return meaning === null || meaning === 'settled' ? 'settled' : 'waiting'
  }
  const paid = order.events.findLast((event) => event.event === 'paid' && !isDateOnly(event))
  const since = (paid?.seenAt ?? order.createdAt).getTime()
  return at.getTime() > since + days.settlementMax * DAY_MS ? 'late' : 'waiting'
}

function latest(days: readonly string[]): string {
  return days.reduce((last, day) => (day > last ? day : last), '')
}
