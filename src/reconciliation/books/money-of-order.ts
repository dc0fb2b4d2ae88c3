/**
 * Pure. The money of one order: what was paid for each debt, the fee, a discount or the card's
 * interest, and what came back. Their sum is what the payer was charged less what was refunded.
 */
import type {
  HistoricOrder,
  HistoricOrderEvent,
  VehicleHistory,
} from '../../ledger/histories/vehicle-histories.ts'
import { paidSums, type PaidSums } from '../orders/paid-sums.ts'
import { bookEntries } from './book-entries.ts'
import { bookedDatesOf, datesOf, isDateOnly, type DateVersion } from './event-dates.ts'
import { bookedMs, heldBy, payerOf, type Holders } from './holders.ts'
import type { CloseHeads } from './knowledge.ts'
import type { MoneyMovement, MoneyNature } from './movement.ts'
import type { MoneyPart, RefundStep } from './refunds-of-order.ts'
import type { RawMovement } from './replay-vehicle.ts'

interface MoneyContext {
  readonly history: VehicleHistory
  readonly holders: Holders
  readonly raw: readonly RawMovement[]
  readonly refunds: readonly RefundStep[]
  readonly firstSeen: ReadonlyMap<string, string>
  /** When a debt's movement is booked. */
  readonly datesOf: (movement: RawMovement, event?: HistoricOrderEvent) => readonly DateVersion[]
  readonly policy: {
    readonly fleet: string
    readonly zone: string
    readonly closes: readonly CloseHeads[]
  }
}

interface MoneyStep {
  readonly ms: number
  readonly dates: readonly DateVersion[]
  readonly parts: readonly MoneyPart[]
}

export function moneyOf(order: HistoricOrder, context: MoneyContext): MoneyMovement[] {
  const { zone, fleet } = context.policy
  if (order.fleet !== fleet) return []
  const datesOfEvent = (event: HistoricOrderEvent) =>
    bookedDatesOf(order, event, { zone, firstSeen: context.firstSeen })
  const payments = order.events
    .filter((row) => (row.event === 'paid' || row.event === 'unpaid') && !isDateOnly(row))
    .map((event, at, all): MoneyStep => {
      const sign = event.event === 'paid' ? 1n : -1n
      const payment = all.slice(0, at + 1).findLast((row) => row.event === 'paid')
      const sums = paidSums(payment?.note ?? '') ?? order
      const parts = paidParts(order.items, sums, event.amountCents)
      const ms = event.seenAt.getTime()
      const signed = parts.map((part) => ({
        ...part,
        cents: sign * part.cents,
        isSecond: isSecond(order, { debtId: part.debtId, ms }, context),
      }))
      return { ms, dates: datesOfEvent(event), parts: signed }
    })
  const refunds = context.refunds.map(({ ms, by: { event, movement }, parts }): MoneyStep => {
    const told = event === undefined ? [] : datesOfEvent(event)
    return { ms, dates: movement === undefined ? told : context.datesOf(movement, event), parts }
  })
  const steps = [...payments, ...refunds].sort((a, b) => a.ms - b.ms)
  return inOneRow(steps.flatMap((step) => rowsOf(order, step, context)))
}

/** Another order had paid the debt, so this read moved nothing. */
function isSecond(
  { id }: HistoricOrder,
  { debtId, ms }: { readonly debtId: string | null; readonly ms: number },
  { raw, history }: Pick<MoneyContext, 'raw' | 'history'>,
): boolean {
  const isMoved = raw.some(
    (each) => each.orderId === id && each.debtId === debtId && each.at.getTime() === ms,
  )
  const isOfAnother = ({ id: other, items, events }: HistoricOrder): boolean =>
    other !== id &&
    items.some((item) => item.debtId === debtId) &&
    events.some(({ event, seenAt }) => event === 'paid' && seenAt.getTime() <= ms)
  return !isMoved && history.orders.some(isOfAnother)
}

/** Their sum is what was charged: what no other part explains is interest. */
function paidParts(
  items: HistoricOrder['items'],
  { debtsCents, feeCents, totalCents }: PaidSums,
  charged: bigint,
) {
  const known: MoneyPart[] = [
    ...items.map(({ debtId, amountCents }) => part('debt', amountCents, debtId)),
    part('fee', feeCents),
    part('discount', totalCents - debtsCents - feeCents),
  ]
  const interest = known.reduce((left, { cents }) => left - cents, charged)
  return [...known, part('interest', interest)].filter(({ cents }) => cents !== 0n)
}

function part(nature: MoneyNature, cents: bigint, debtId: string | null = null): MoneyPart {
  return { nature, debtId, cents, isSecond: false }
}

/** A refund whose debt became known by the day on which it is booked was never of no debt. */
function inOneRow(rows: readonly MoneyMovement[]): MoneyMovement[] {
  const placeOf = ({ nature, debtId, day, adjusts }: MoneyMovement, at: number) =>
    nature === 'refund' && debtId === null ? `${day} ${adjusts}` : at
  return [...Map.groupBy(rows, placeOf).values()].flatMap(([first, ...others]) => {
    if (first === undefined) return []
    const cents = others.reduce((sum, row) => sum + row.cents, first.cents)
    return cents === 0n ? [] : [{ ...first, cents }]
  })
}

function rowsOf(
  order: HistoricOrder,
  { ms, dates, parts }: MoneyStep,
  { history, holders, policy }: MoneyContext,
): MoneyMovement[] {
  const entries = bookEntries(dates, policy.closes)
  // An order whose payment was taken back may be paid again, on another day.
  const paid = order.events.findLast(
    (each) => each.event === 'paid' && !isDateOnly(each) && each.seenAt.getTime() <= ms,
  )
  const settled = order.events.findLast((each) => each.event === 'settled')
  const debts = new Map(history.debts.map((debt) => [debt.id, debt]))
  return entries.flatMap(({ day, adjusts, sign }) => {
    const held = heldBy(payerOf(order, holders, bookedMs(day, ms, policy.zone)))
    return parts.map(({ nature, debtId, cents, isSecond }): MoneyMovement => {
      const debt = debtId === null ? undefined : debts.get(debtId)
      return {
        day,
        adjusts,
        nature,
        debtId,
        isSecond,
        cents: sign * cents,
        kind: debt?.kind ?? null,
        description: debt?.description ?? '',
        year: debt?.year ?? null,
        dueDate: debt?.dueDate ?? null,
        orderId: order.id,
        ...held,
        method: order.method,
        approvedBy: order.approvedBy,
        txid: order.events.findLast((each) => each.event === 'coded')?.note ?? '',
        paidOn: newestDay(order, paid, policy.zone) ?? day,
        settledOn: newestDay(order, settled, policy.zone),
      }
    })
  })
}

function newestDay(order: HistoricOrder, event: HistoricOrderEvent | undefined, zone: string) {
  return event === undefined ? null : (datesOf(order, event, zone).at(-1)?.day ?? null)
}
