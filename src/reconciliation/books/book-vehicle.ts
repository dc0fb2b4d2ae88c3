/** Pure. The entries of one vehicle in one fleet's books: debts' movements, and its money. */
import { plainDay } from '../../clock.ts'
import type {
  HistoricOrder,
  HistoricOrderEvent,
  VehicleHistory,
} from '../../ledger/histories/vehicle-histories.ts'
import { bookEntries } from './book-entries.ts'
import { bookedDatesOf, isDateOnly, isReturn, type DateVersion } from './event-dates.ts'
import { bookedMs, heldBy, payerOf, type Holder, type Holders } from './holders.ts'
import type { CloseHeads } from './knowledge.ts'
import { moneyOf } from './money-of-order.ts'
import type { Booking, MoneyMovement, Movement } from './movement.ts'
import { ofChange } from './name-moves.ts'
import { refundsOf, type RefundStep } from './refunds-of-order.ts'
import { replayVehicle, type RawMovement } from './replay-vehicle.ts'
import type { ReplayPolicy } from './replay-steps.ts'

export interface BookPolicy extends ReplayPolicy {
  readonly fleet: string
  readonly closes: readonly CloseHeads[]
}

export interface VehicleBooks {
  readonly movements: readonly Movement[]
  readonly money: readonly MoneyMovement[]
  /** Whose the vehicle was at an instant. */
  readonly holderAt: (ms: number) => Holder
}

export function bookVehicle(history: VehicleHistory, policy: BookPolicy): VehicleBooks {
  const { movements: raw, holders } = replayVehicle(history, policy)
  const { zone, fleet, closes } = policy
  const orders = new Map(history.orders.map((order) => [order.id, order]))
  const firstSeen = firstDays(history, zone)
  const orderOf = ({ orderId }: RawMovement) => orders.get(orderId ?? '')
  const refunds = new Map(
    history.orders.map((order) => [order.id, refundsOf(order, raw, history.orders)]),
  )
  const datesOf = (movement: RawMovement, told?: HistoricOrderEvent) => {
    const order = orderOf(movement)
    const event = told ?? (order && eventOf(movement, order, refunds.get(order.id) ?? []))
    return datesOfMovement(movement, order, event, { zone, firstSeen })
  }
  const movements = raw.flatMap((movement) => {
    const order = movement.dated === null ? undefined : orderOf(movement)
    if (order === undefined && movement.fleet !== fleet) return []
    return bookEntries(datesOf(movement), closes).flatMap(({ sign, ...booking }) => {
      const booked = { ...movement, ...booking, cents: sign * movement.cents }
      return order === undefined ? [booked] : inBooksOf(order, booked, { holders, zone })
    })
  })
  const money = history.orders.flatMap((order) => {
    const ofOrder = refunds.get(order.id) ?? []
    return moneyOf(order, { history, holders, raw, refunds: ofOrder, firstSeen, datesOf, policy })
  })
  const ours = movements.filter((movement) => movement.fleet === fleet)
  return { movements: ours.map(asMovement), money, holderAt: holders.at }
}

type BookedMovement = RawMovement & Booking

/**
 * Whoever ordered pays, and has the refund, as of the day that is booked. The balance that moved is
 * whose the vehicle was when the ledger saw it, so the amount passes from holder to holder on the
 * days of the changes between: each has in the end what it had without the order.
 */
function inBooksOf(
  order: HistoricOrder,
  movement: BookedMovement,
  { holders, zone }: { readonly holders: Holders; readonly zone: string },
): BookedMovement[] {
  const seenMs = movement.at.getTime()
  const ms = bookedMs(movement.day, seenMs, zone)
  const seen = holders.at(seenMs)
  const payer = payerOf(order, holders, ms)
  // What left the balance with the vehicle needs no other side: it passes on until it leaves.
  if (movement.isOffset && payer.inFleet && !seen.inFleet) return []
  const rows = [{ ...movement, ...heldBy(payer), fleet: payer.fleet }]
  let former: Holder = { ...payer, inFleet: payer.inFleet || seen.inFleet }
  // What another fleet pays comes off the class by which the debt came into the present one.
  const first = { ...holders.lastChange(ms), ms }
  for (const { ms: changedMs, holder, isFirst } of [first, ...holders.changes(ms, seenMs)]) {
    const before = former.inFleet ? movement.cents : 0n
    const after = holder.inFleet ? movement.cents : 0n
    const changed = plainDay(changedMs, zone)
    const day = changed > movement.day ? changed : movement.day
    for (const move of ofChange({ before, after }, { former, holder, isFirst })) {
      const whose = move.of === 'former' ? former : holder
      const held = { ...heldBy(whose), fleet: whose.fleet }
      rows.push({ ...movement, ...held, class: move.class, cents: move.cents, day })
    }
    former = holder
  }
  return rows
}

function asMovement(booked: BookedMovement): Movement {
  const { fleet: _fleet, at: _at, known: _known, dated: _dated, isOffset: _is, ...entry } = booked
  return entry
}

/** The day on which the ledger first knew of each debt. */
export function firstDays({ events }: VehicleHistory, zone: string): Map<string, string> {
  const days = new Map<string, string>()
  for (const { debtId, at } of events) {
    if (!days.has(debtId)) days.set(debtId, plainDay(at.getTime(), zone))
  }
  return days
}

function datesOfMovement(
  movement: RawMovement,
  order: HistoricOrder | undefined,
  event: HistoricOrderEvent | undefined,
  seeing: Parameters<typeof bookedDatesOf>[2],
): readonly DateVersion[] {
  const day = plainDay(movement.at.getTime(), seeing.zone)
  const seen: DateVersion = { day, seenOn: day, known: movement.known }
  if (order === undefined || event === undefined) return [seen]
  const seqs = order.events.filter(({ seenAt }) => seenAt <= movement.at).map(({ seq }) => seq)
  const dates = bookedDatesOf(order, event, seeing)
  const later = dates.filter(({ known }) => !seqs.includes(known.seq))
  const first = dates.findLast(({ known }) => seqs.includes(known.seq)) ?? dates[0]
  return [{ ...(first ?? seen), known: movement.known }, ...later.filter((date) => date !== first)]
}

/**
 * The order's event that the debt's movement belongs to: they were seen in one read, or the money
 * was told before without a debt.
 */
function eventOf(
  { dated, at, debtId }: RawMovement,
  order: HistoricOrder,
  refunds: readonly RefundStep[],
): HistoricOrderEvent | undefined {
  const taken = refunds.find(
    ({ ms, by, parts }) =>
      by.movement !== undefined &&
      ms === at.getTime() &&
      parts.some((part) => part.debtId === debtId),
  )
  if (dated === 'refunded' && taken?.by.event !== undefined) return taken.by.event
  const isDating = (row: HistoricOrderEvent) =>
    dated === 'refunded' ? isReturn(row) : row.event === dated
  const told = order.events.filter((row) => isDating(row) && !isDateOnly(row))
  return told.findLast(({ seenAt }) => seenAt <= at) ?? told[0]
}
