/**
 * Pure. The money of one order: what was paid for each debt, the fee, a discount or the card's
 * interest, and what came back. Their sum is what the payer was charged less what was refunded.
 */
import type {
  HistoricOrder,
  HistoricOrderEvent,
  VehicleHistory,
} from '../../ledger/histories/vehicle-histories.ts'
import { bookEntries } from './book-entries.ts'
import { bookedDatesOf, datesOf, isDateOnly } from './event-dates.ts'
import type { Holder } from './holders.ts'
import type { CloseHeads } from './knowledge.ts'
import type { MoneyMovement, MoneyNature } from './movement.ts'
import type { RawMovement } from './replay-vehicle.ts'

interface MoneyContext {
  readonly history: VehicleHistory
  readonly holderAt: (ms: number) => Holder
  readonly raw: readonly RawMovement[]
  readonly firstSeen: ReadonlyMap<string, string>
  readonly policy: {
    readonly fleet: string
    readonly zone: string
    readonly closes: readonly CloseHeads[]
  }
}

type Part = Pick<MoneyMovement, 'nature' | 'debtId' | 'cents'>

export function moneyOf(order: HistoricOrder, context: MoneyContext): MoneyMovement[] {
  const told = order.events.filter((event) => !isDateOnly(event))
  return told.flatMap((event) => {
    const parts = partsOf(order, event, context.raw)
    return parts.length === 0 ? [] : rowsOf(order, event, parts, context)
  })
}

function partsOf(order: HistoricOrder, event: HistoricOrderEvent, raw: readonly RawMovement[]) {
  if (event.event === 'paid') return paidParts(order, event.amountCents)
  if (event.event === 'unpaid') {
    return paidParts(order, event.amountCents).map((part) => ({ ...part, cents: -part.cents }))
  }
  return event.event === 'refunded' ? refundParts(order, event, raw) : []
}

function paidParts({ items, feeCents, totalCents, debtsCents }: HistoricOrder, charged: bigint) {
  const discount = totalCents - debtsCents - feeCents
  const parts: Part[] = [
    ...items.map(({ debtId, amountCents }) => part('debt', amountCents, debtId)),
    part('fee', feeCents),
    part('discount', discount),
    part('interest', charged - totalCents),
  ]
  return parts.filter(({ cents }) => cents !== 0n)
}

/** First the debts that this read gave back, then what is left: the fee, interest, or a part. */
function refundParts(
  order: HistoricOrder,
  { amountCents, seenAt }: HistoricOrderEvent,
  raw: readonly RawMovement[],
): Part[] {
  let left = amountCents
  const parts: Part[] = []
  for (const { debtId, amountCents: itemCents } of order.items) {
    const isBack = raw.some(
      (movement) =>
        movement.orderId === order.id &&
        movement.debtId === debtId &&
        movement.class === 'refunded' &&
        movement.at.getTime() === seenAt.getTime(),
    )
    const cents = isBack && itemCents < left ? itemCents : isBack ? left : 0n
    if (cents > 0n) parts.push(part('refund', -cents, debtId))
    left -= cents
  }
  return left > 0n ? [...parts, part('refund', -left)] : parts
}

function part(nature: MoneyNature, cents: bigint, debtId: string | null = null): Part {
  return { nature, debtId, cents }
}

function rowsOf(
  order: HistoricOrder,
  event: HistoricOrderEvent,
  parts: readonly Part[],
  { history, holderAt, firstSeen, policy }: MoneyContext,
): MoneyMovement[] {
  const { fleet, inFleet: _, ...held } = holderAt(event.seenAt.getTime())
  if (fleet !== policy.fleet) return []
  const dates = bookedDatesOf(order, event, { zone: policy.zone, firstSeen })
  const entries = bookEntries(dates, policy.closes)
  const paid = order.events.find((each) => each.event === 'paid' && !isDateOnly(each)) ?? event
  const debts = new Map(history.debts.map((debt) => [debt.id, debt]))
  return entries.flatMap(({ day, adjusts, sign }) =>
    parts.map(({ nature, debtId, cents }): MoneyMovement => {
      const debt = debtId === null ? undefined : debts.get(debtId)
      return {
        day,
        adjusts,
        nature,
        debtId,
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
        paidOn: datesOf(order, paid, policy.zone).at(-1)?.day ?? day,
        settledOn: settledDay(order, policy.zone),
      }
    }),
  )
}

function settledDay(order: HistoricOrder, zone: string): string | null {
  const settled = order.events.findLast((each) => each.event === 'settled')
  return settled === undefined ? null : (datesOf(order, settled, zone).at(-1)?.day ?? null)
}
