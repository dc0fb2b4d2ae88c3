/**
 * Pure. Which date decides when money moved: the bank's, else the service's, else a person's, else
 * the day on which the ledger saw it. A later row with a date as good or better replaces the one
 * before; a row of the bank without an instant takes the bank's date back.
 */
import { plainDay } from '../../clock.ts'
import type { HistoricOrder, HistoricOrderEvent } from '../../ledger/histories/vehicle-histories.ts'
import type { ToldBy } from '../../ledger/schema/tables-books.ts'
import type { Known } from './knowledge.ts'

/** A date as it was known from `known` on. */
export interface DateVersion {
  readonly day: string
  /** The day on which the ledger learned it. */
  readonly seenOn: string
  readonly known: Known
}

const RANK: Readonly<Record<ToldBy, number>> = { nobody: 0, person: 1, service: 2, bank: 3 }

/** A person or bank only dates an event that the service had told before. */
export function isDateOnly({ toldBy }: Pick<HistoricOrderEvent, 'toldBy'>): boolean {
  return toldBy === 'bank' || toldBy === 'person'
}

/** What a row of the bank names; a person's dates the latest event of its name, if no take-back. */
function datedBy(row: HistoricOrderEvent, { events }: Pick<HistoricOrder, 'events'>) {
  if (!isDateOnly(row)) return undefined
  const told = events.filter((each) => each.event === row.event && !isDateOnly(each))
  const { dates = null } = row
  return dates === null
    ? told.findLast((each) => each.seq < row.seq && !isTakeBack(each))
    : told.find(({ seq }) => seq === dates)
}

/** The best date after each row that changed it; `event` is one that moved money. */
export function datesOf(
  order: Pick<HistoricOrder, 'events'>,
  event: HistoricOrderEvent,
  zone: string,
): (DateVersion & { readonly known: { readonly seq: bigint } })[] {
  const versions: ReturnType<typeof datesOf> = []
  const told = new Map<ToldBy, HistoricOrderEvent>()
  let best: HistoricOrderEvent | undefined
  for (const row of order.events.slice(order.events.indexOf(event))) {
    if (row !== event && datedBy(row, order) !== event) continue
    if (row.toldBy === 'bank' && row.occurredAt === null) told.delete('bank')
    else told.set(row.toldBy, row)
    const [now = row] = [...told.values()].sort((a, b) => RANK[b.toldBy] - RANK[a.toldBy])
    if (now === best) continue
    best = now
    versions.push({
      day: plainDay((now.occurredAt ?? now.seenAt).getTime(), zone),
      seenOn: plainDay(row.seenAt.getTime(), zone),
      known: { table: 'order', seq: row.seq },
    })
  }
  return versions
}

/**
 * The same dates, none before the ledger knew all debts of the order, none of what comes back
 * before its payment, and none of what leaves again before its refund: a month would otherwise owe
 * less than nothing, or a debt twice. `firstSeen`: days by debt.
 */
export function bookedDatesOf(
  order: HistoricOrder,
  event: HistoricOrderEvent,
  seeing: { readonly zone: string; readonly firstSeen: ReadonlyMap<string, string> },
): ReturnType<typeof datesOf> {
  const undone = undoneBy(event, order.events.slice(0, order.events.indexOf(event)))
  const own = datesOf(order, event, seeing.zone)
  const earlier = undone.map((each) => bookedDatesOf(order, each, seeing))
  const debts = order.items.map(({ debtId }) => seeing.firstSeen.get(debtId) ?? '')
  return [...own, ...earlier.flat().filter(({ known }) => known.seq > event.seq)]
    .sort((a, b) => Number(a.known.seq - b.known.seq))
    .map((version) => {
      const then = [own, ...earlier].map(
        (dates) => dates.findLast(({ known }) => known.seq <= version.known.seq)?.day ?? '',
      )
      const [day = version.day] = [...then, ...debts].sort().toReversed()
      return { ...version, day }
    })
}

/** What an event takes back of the order's events before it. */
function undoneBy(
  event: HistoricOrderEvent,
  before: readonly HistoricOrderEvent[],
): readonly HistoricOrderEvent[] {
  const told = before.filter((row) => !isDateOnly(row))
  if (isTakeBack(event)) return told.filter((row) => row.event === 'refunded' && !isTakeBack(row))
  return isReturn(event) ? told.filter((row) => row.event === 'paid').slice(-1) : []
}

/** What takes a payment back, in part or whole. */
export function isReturn({ event }: Pick<HistoricOrderEvent, 'event'>): boolean {
  return event === 'refunded' || event === 'unpaid'
}

/** A refund that the service takes back as a whole or in part. */
export function isTakeBack({ event, amountCents }: HistoricOrderEvent): boolean {
  return event === 'refunded' && amountCents < 0n
}
