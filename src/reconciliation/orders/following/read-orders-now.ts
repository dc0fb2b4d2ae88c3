/**
 * Reads orders at once, in addition to the job that follows them, before anybody is shown what is
 * to be paid. A service that is away, a deadline or a stop ends it; what was read by then is kept.
 */
import type { Failure } from '../../../failure.ts'
import type { FollowedOrder } from '../../../ledger/orders/orders.ts'
import { inParallel } from '../../vehicles/in-parallel.ts'
import { readOrder } from './read-order.ts'
import { recordAlone, recordShut, type ReadingTools } from '../record-read.ts'
import { afterTwinLook, type LookingTools } from './twin-orders.ts'

export type ReadingNowTools = ReadingTools & LookingTools

export interface ReadNow {
  /** Orders that the service answered about, even if only that it does not know them. */
  readonly read: number
  readonly changed: readonly ChangedOrder[]
  /** Why some orders were not read; undefined when all were, or when it was stopped. */
  readonly problem: Failure | undefined
}

type Told = Pick<FollowedOrder, 'status' | 'standing' | 'refundedCents'>

export interface ChangedOrder {
  readonly id: string
  readonly from: Told
  readonly to: Told
}

/** As many as the client has connections for reads. */
const READS_AT_ONCE = 8

/** Throws the Failure that no further read can survive: a wrong key or account. */
export async function readOrdersNow(
  tools: ReadingNowTools,
  orders: readonly FollowedOrder[],
  { signal, onRead }: { readonly signal: AbortSignal; readonly onRead?: (read: number) => void },
): Promise<ReadNow> {
  const away = new AbortController()
  const ending = AbortSignal.any([signal, away.signal])
  const changed: ChangedOrder[] = []
  let read = 0
  let problem: Failure | undefined
  await inParallel(orders, READS_AT_ONCE, ending, async (known) => {
    const found = await readOrder(tools.client, known.id, ending)
    if (found.read === 'unread') {
      if (ending.aborted) return
      problem = found.failure
      if (problem.recovery === 'retry') away.abort()
      return
    }
    if (found.read === 'shut') await recordShut(tools, known, found.why, 'beside')
    else {
      const looked = await afterTwinLook(tools, known, 'beside', ending)
      const to = await recordAlone(tools, looked, found.order, 'beside')
      const { status, refundedCents } = known
      if (to.status !== status || to.refundedCents !== refundedCents)
        changed.push({ id: known.id, from: known, to })
    }
    read += 1
    onRead?.(read)
  })
  return { read, changed, problem }
}
