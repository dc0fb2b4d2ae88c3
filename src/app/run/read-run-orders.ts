/** Reads all open orders of a fleet, before a run decides by them and before its report shows them. */
import type { Tools } from '../../../jobs/tools.ts'
import { Failure } from '../../failure.ts'
import type { Fleet } from '../../ledger/fleets/fleets.ts'
import { OPEN_STANDINGS, ORDERS_LISTED_MAX } from '../../ledger/orders/orders.ts'
import { readOrdersNow } from '../../reconciliation/orders/following/read-orders-now.ts'

/** Orders not read within this are read when they fall due; the report dates each one's read. */
const READING_MS_MAX = 30_000

/** A wrong key or account ends the run as it does in a job, and the report is still written. */
export async function readRunOrders(
  tools: Tools,
  fleet: Fleet,
  stop: AbortSignal,
  { paidToo = false } = {},
): Promise<void> {
  if (stop.aborted) return
  const { stores, clock } = tools
  const readBefore = new Date(clock.now())
  const standings = paidToo ? ([...OPEN_STANDINGS, 'paid'] as const) : OPEN_STANDINGS
  const which = { readBefore, at: readBefore, standings, limit: ORDERS_LISTED_MAX }
  const orders = await stores.orders.unread(fleet.id, which)
  const signal = AbortSignal.any([stop, AbortSignal.timeout(READING_MS_MAX)])
  try {
    await readOrdersNow({ ...tools, ...stores }, orders, { signal })
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    tools.onFailure(error)
  }
}
