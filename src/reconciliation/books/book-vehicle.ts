/** Pure. The entries of one vehicle in one fleet's books: debts' movements, and its money. */
import { plainDay } from '../../clock.ts'
import type {
  HistoricOrder,
  HistoricOrderEvent,
  VehicleHistory,
} from '../../ledger/histories/vehicle-histories.ts'
import { bookEntries } from './book-entries.ts'
import { bookedDatesOf, isDateOnly, isReturn, type DateVersion } from './event-dates.ts'
import type { Holder } from './holders.ts'
import type { CloseHeads } from './knowledge.ts'
import { moneyOf } from './money-of-order.ts'
import type { MoneyMovement, Movement } from './movement.ts'
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
  const { movements: raw, holderAt } = replayVehicle(history, policy)
  const ours = raw.filter(({ fleet }) => fleet === policy.fleet)
  const orders = new Map(history.orders.map((order) => [order.id, order]))
  const firstSeen = firstDays(history, policy.zone)
  const datesOf = (movement: RawMovement) =>
    datesOfMovement(movement, orders.get(movement.orderId ?? ''), { zone: policy.zone, firstSeen })
  const movements = ours.flatMap((movement) => {
    const dates = datesOf(movement)
    const { fleet: _, at: __, known: ___, dated: ____, ...entry } = movement
    return bookEntries(dates, policy.closes).map(({ day, adjusts, sign }): Movement => ({
      ...entry,
      day,
      adjusts,
      cents: sign * entry.cents,
    }))
  })
  const money = history.orders.flatMap((order) =>
    moneyOf(order, { history, holderAt, raw, firstSeen, datesOf, policy }),
  )
  return { movements, money, holderAt }
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
  seeing: Parameters<typeof bookedDatesOf>[2],
): readonly DateVersion[] {
  const day = plainDay(movement.at.getTime(), seeing.zone)
  const seen: DateVersion = { day, seenOn: day, known: movement.known }
  const event = order === undefined ? undefined : eventOf(movement, order)
  if (order === undefined || event === undefined) return [seen]
  const [first, ...later] = bookedDatesOf(order, event, seeing)
  return first === undefined ? [seen] : [{ ...first, known: movement.known }, ...later]
}

/** The order's event that the debt's movement belongs to: they were seen in one read. */
function eventOf({ dated, at }: RawMovement, order: HistoricOrder): HistoricOrderEvent | undefined {
  const isDating = (row: HistoricOrderEvent) =>
    dated === 'refunded' ? isReturn(row) : row.event === dated
  const told = order.events.filter((row) => isDating(row) && !isDateOnly(row))
  return told.findLast(({ seenAt }) => seenAt <= at) ?? told[0]
}
