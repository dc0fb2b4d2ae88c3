/**
 * Pure. Which debts of an order the money that came back was for. The service may tell a refund
 * before, with or after the item that it gives back, in one read or several, so both are held
 * against each other over all reads: a debt takes its money as soon as both are known.
 */
import type { HistoricOrder, HistoricOrderEvent } from '../../ledger/histories/vehicle-histories.ts'
import { isDateOnly } from './event-dates.ts'
import type { MoneyNature } from './movement.ts'
import type { RawMovement } from './replay-vehicle.ts'

export interface MoneyPart {
  readonly nature: MoneyNature
  readonly debtId: string | null
  readonly cents: bigint
}

export interface RefundStep {
  readonly ms: number
  /** What the read told of the order's money, else the debt that it gave back. */
  readonly by: { readonly event: HistoricOrderEvent } | { readonly movement: RawMovement }
  /** Their sum is what the event gave back, below 0; of a debt alone it is 0. */
  readonly parts: readonly MoneyPart[]
}

export function refundsOf(order: HistoricOrder, raw: readonly RawMovement[]): RefundStep[] {
  const debts = raw
    .filter(({ orderId, class: name }) => orderId === order.id && name === 'refunded')
    .map((movement) => ({ ms: movement.at.getTime(), by: { movement } }))
  const money = order.events
    .filter((row) => row.event === 'refunded' && !isDateOnly(row))
    .map((event) => ({ ms: event.seenAt.getTime(), by: { event } }))
  const reads = Map.groupBy([...debts, ...money], ({ ms }) => ms)
  // In the order in which debts were given back, so that one keeps what it took.
  const back = new Map<string, bigint>()
  let taken: ReadonlyMap<string, bigint> = new Map()
  let [came, free] = [0n, 0n]
  return [...reads]
    .toSorted(([a], [b]) => a - b)
    .flatMap(([ms, steps]): RefundStep[] => {
      for (const { by } of steps) {
        if ('event' in by) came += by.event.amountCents
        else add(back, by.movement)
      }
      const [before, freeBefore] = [taken, free]
      free = came
      taken = new Map(
        [...back].map(([debtId, cents]) => {
          const takes = cents < free ? cents : free < 0n ? 0n : free
          free -= takes
          return [debtId, takes]
        }),
      )
      const parts = [...taken].map(([debtId, takes]) =>
        refund((before.get(debtId) ?? 0n) - takes, debtId),
      )
      const by = steps.at(-1)?.by
      const changed = [...parts, refund(freeBefore - free)].filter(({ cents }) => cents !== 0n)
      return by === undefined || changed.length === 0 ? [] : [{ ms, by, parts: changed }]
    })
}

function add(back: Map<string, bigint>, { debtId, cents }: RawMovement): void {
  back.set(debtId, (back.get(debtId) ?? 0n) + cents)
}

function refund(cents: bigint, debtId: string | null = null): MoneyPart {
  return { nature: 'refund', debtId, cents }
}
