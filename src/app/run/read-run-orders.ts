/** Reads all open orders of a fleet, before a run decides by them and before its report shows them. */
import type { Tools } from '../../../jobs/tools.ts'
import { Failure } from '../../failure.ts'
import type { Fleet } from '../../ledger/fleets/fleets.ts'
import { ORDERS_LISTED_MAX } from '../../ledger/orders/orders.ts'
import {
  OPEN_STANDINGS,
  readOrdersNow,
} from '../../reconciliation/orders/following/read-orders-now.ts'

/** What is not read by then is read as it falls due, and the report says of each when it was. */
const READING_MS_MAX = 30_000

/** A wrong key or account is told like that of a job: it ends the run, and its report is written. */
export async function readRunOrders(tools: Tools, fleet: Fleet, stop: AbortSignal): Promise<void> {
  if (stop.aborted) return
  const { stores, clock } = tools
  const readBefore = new Date(clock.now())
  const which = { readBefore, standings: OPEN_STANDINGS, limit: ORDERS_LISTED_MAX }
  const orders = await stores.orders.unread(fleet.id, which)
  const signal = AbortSignal.any([stop, AbortSignal.timeout(READING_MS_MAX)])
  try {
    await readOrdersNow({ ...tools, ...stores }, orders, { signal })
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    tools.onFailure(error)
  }
}
