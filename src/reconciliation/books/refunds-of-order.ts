/**
 * Pure. Which debts of an order the money that came back was for. The service may tell a refund
 * before, with or after the item that it gives back, in one read or several, so both are held
 * against each other over all reads: a debt takes its money as soon as both are known. No item is
 * given back of a debt that another order holds as paid, so such debts take what is left.
 */
import { sumCents } from '../../fleet/money.ts'
import type { HistoricOrder, HistoricOrderEvent } from '../../ledger/histories/vehicle-histories.ts'
import { isDateOnly } from './event-dates.ts'
import type { MoneyNature } from './movement.ts'
import type { RawMovement } from './replay-vehicle.ts'

export interface MoneyPart {
  readonly nature: MoneyNature
  readonly debtId: string | null
  readonly cents: bigint
  readonly isSecond: boolean
}

export interface RefundStep {
  readonly ms: number
  /**
   * What the read told of the order's money, else the debt that it gave back. Both where that debt
   * took money which `event` had told before without a debt.
   */
  readonly by: { readonly event?: HistoricOrderEvent; readonly movement?: RawMovement }
  /** Their sum is what the event gave back, below 0; with a debt it is 0. */
  readonly parts: readonly MoneyPart[]
}

export function refundsOf(
  order: HistoricOrder,
  raw: readonly RawMovement[],
  orders: readonly HistoricOrder[],
): RefundStep[] {
  const debts = raw
    .filter(({ orderId, class: name }) => orderId === order.id && name === 'refunded')
    .map((movement) => ({ ms: movement.at.getTime(), by: { movement } }))
  const money = order.events
    .filter((row) => row.event === 'refunded' && !isDateOnly(row))
    .map((event) => ({ ms: event.seenAt.getTime(), by: { event } }))
  const reads = Map.groupBy([...debts, ...money], ({ ms }) => ms)
  // In the order in which debts were given back, so that one keeps what it took.
  const back = new Map<string, bigint>()
  const seconds = new Map<string, bigint>()
  let taken: ReadonlyMap<string, bigint> = new Map()
  let [came, free] = [0n, 0n]
  // Of the events that told it, oldest first: what no debt has taken.
  let open: Told[] = []
  return [...reads]
    .toSorted(([a], [b]) => a - b)
    .flatMap(([ms, steps]): RefundStep[] => {
      const told: Told[] = []
      for (const { by } of steps) {
        if ('event' in by) told.push({ event: by.event, cents: by.event.amountCents })
        else giveBack(by.movement, back, seconds)
      }
      for (const { debtId, amountCents } of order.items) {
        if (back.has(debtId) || !orders.some((each) => each !== order && pays(each, debtId, ms)))
          continue
        seconds.set(debtId, amountCents)
      }
      came += sumCents(told)
      const [before, freeBefore] = [taken, free]
      free = came
      taken = new Map(
        [...back, ...seconds].map(([debtId, cents]) => {
          const takes = cents < free ? cents : free < 0n ? 0n : free
          free -= takes
          return [debtId, takes]
        }),
      )
      const parts = [...taken].map(([debtId, takes]) =>
        refund((before.get(debtId) ?? 0n) - takes, debtId, seconds.has(debtId)),
      )
      const takenNow = sumCents(parts)
      const movement = steps.flatMap(({ by }) => ('movement' in by ? [by.movement] : [])).at(-1)
      const corrections = movement === undefined ? [] : take(open, parts, { ms, movement })
      const unexplained = freeBefore - free + takenNow - sumCents(parts)
      open = untaken([...open, ...told], free)
      const by = steps.at(-1)?.by
      const changed = [...parts, refund(unexplained)].filter(({ cents }) => cents !== 0n)
      const rest = by === undefined || changed.length === 0 ? [] : [{ ms, by, parts: changed }]
      return [...corrections, ...rest]
    })
}

interface Told {
  readonly event: HistoricOrderEvent
  cents: bigint
}

/** Money of earlier reads that debts take by this one: `open` and `parts` lose it. */
function take(
  open: readonly Told[],
  parts: ReturnType<typeof refund>[],
  { ms, movement }: { readonly ms: number; readonly movement: RawMovement },
): RefundStep[] {
  return open.flatMap((told): RefundStep[] => {
    const drawn = parts.flatMap((part) => {
      const cents = -part.cents < told.cents ? -part.cents : told.cents
      if (cents <= 0n) return []
      part.cents += cents
      told.cents -= cents
      return [refund(-cents, part.debtId, part.isSecond)]
    })
    if (drawn.length === 0) return []
    const by = { event: told.event, movement }
    return [{ ms, by, parts: [...drawn, refund(-sumCents(drawn))] }]
  })
}

/** The first `cents` of what was told: what is taken back is of the newest. */
function untaken(told: readonly Told[], cents: bigint): Told[] {
  let left = cents
  return told.flatMap(({ event, cents: all }) => {
    const kept = all < left ? all : left
    if (kept <= 0n) return []
    left -= kept
    return [{ event, cents: kept }]
  })
}

/** A debt that was another order's until now, or is again: what it took before moved no balance. */
function giveBack(
  { debtId, cents }: RawMovement,
  back: Map<string, bigint>,
  seconds: Map<string, bigint>,
): void {
  if (!seconds.delete(debtId)) back.set(debtId, (back.get(debtId) ?? 0n) + cents)
  else back.set(debtId, cents > 0n ? cents : 0n)
}

/** The order has the debt, and its money had left by then and was not back. */
function pays({ items, events }: HistoricOrder, debtId: string, ms: number): boolean {
  const told = events.filter((row) => !isDateOnly(row) && row.seenAt.getTime() <= ms)
  const last = told.findLast(({ event }) => event === 'paid' || event === 'unpaid')
  const back = told.filter(({ event }) => event === 'refunded')
  return (
    last?.event === 'paid' &&
    items.some((item) => item.debtId === debtId) &&
    amountOf(back) < amountOf(items)
  )
}

function amountOf(rows: readonly { readonly amountCents: bigint }[]): bigint {
  return rows.reduce((sum, { amountCents }) => sum + amountCents, 0n)
}

function refund(cents: bigint, debtId: string | null = null, isSecond = false) {
  return { nature: 'refund' as const, debtId, cents, isSecond }
}
