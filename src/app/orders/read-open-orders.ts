/**
 * Reads the open orders of a fleet before a command shows what is to be paid. Where that fails, the
 * command still answers from the ledger, says how old that is, and shows no code.
 */
import { wallClock } from '../../clock.ts'
import { Failure } from '../../failure.ts'
import type { Fleet } from '../../ledger/fleets/fleets.ts'
import { OPEN_STANDINGS, ORDER_FRESH_MS, ORDERS_LISTED_MAX } from '../../ledger/orders/orders.ts'
import type { FollowedOrder, UnreadCount } from '../../ledger/orders/orders.ts'
import { openLog } from '../../log.ts'
import { systemRandom } from '../../random.ts'
import type { ReadNow } from '../../reconciliation/orders/following/read-orders-now.ts'
import type { AppContext } from '../context.ts'
import type { OpenLedger } from '../ledger/open-ledger.ts'

export interface OrdersRead {
  readonly read: number
  /** Open orders that were not read lately. */
  readonly left: UnreadCount
  /** Why they were not read; undefined when time was up or `stored` was asked for. */
  readonly problem: Failure | undefined
  readonly stored: boolean
  /** The limit of orders per read, when there were more. */
  readonly ordersMax: number | undefined
  readonly at: Date
}

export interface ReadBounds {
  readonly ordersMax: number
  readonly msMax: number
  /** Answers from the ledger alone, as `--stored` asks. */
  readonly stored?: boolean
  /** Reads paid orders too: they may be settled or refunded by now. */
  readonly paidToo?: boolean
}

/** Below the time that a starting night waits for a reader (src/database/lock.ts). */
export const READER_MS_MAX = 8_000
/** For lists by which a person may pay: reads all orders. */
export const LISTING: ReadBounds = { ordersMax: ORDERS_LISTED_MAX, msMax: READER_MS_MAX }
/** For views that are opened now and then: reads briefly and says what was not read. */
export const QUICK_READ: ReadBounds = { ordersMax: 200, msMax: 4_000 }

type ReadContext = Pick<AppContext, 'config' | 'output' | 'stop'>
type ReadLedger = Pick<OpenLedger, 'database' | 'stores'>

/** Never throws for an error of the service: the result has it as `problem`. */
export async function readOpenOrders(
  context: ReadContext,
  ledger: ReadLedger,
  fleet: Fleet,
  { ordersMax, msMax, stored = false, paidToo = false }: ReadBounds,
): Promise<OrdersRead> {
  const { orders } = ledger.stores
  const began = new Date(wallClock.now())
  const open = stored ? [] : await orders.unread(fleet.id, unreadBefore(began, ordersMax, paidToo))
  const signal = AbortSignal.any([context.stop, AbortSignal.timeout(msMax)])
  const { read, problem } = await readOrCause(context, ledger, fleet, { open, signal })
  const readBefore = new Date(began.getTime() - ORDER_FRESH_MS)
  const now = { readBefore, at: new Date(wallClock.now()), standings: OPEN_STANDINGS }
  const left = await orders.unreadCount(fleet.id, now)
  const why = left.orders > 0 ? problem : undefined
  const isMore = open.length === ordersMax
  return { read, left, problem: why, stored, ordersMax: isMore ? ordersMax : undefined, at: began }
}

function unreadBefore(readBefore: Date, limit: number, paidToo: boolean) {
  const standings = paidToo ? ([...OPEN_STANDINGS, 'paid'] as const) : OPEN_STANDINGS
  return { readBefore, at: readBefore, standings, limit }
}

async function readOrCause(
  context: ReadContext,
  ledger: ReadLedger,
  fleet: Fleet,
  { open, signal }: { readonly open: readonly FollowedOrder[]; readonly signal: AbortSignal },
): Promise<Pick<ReadNow, 'read' | 'problem'>> {
  try {
    return await readThese(context, ledger, fleet, { orders: open, signal })
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return { read: 0, problem: error }
  }
}

/** Throws the Failure that says why the service cannot be asked. */
export async function readThese(
  { config, output }: Pick<AppContext, 'config' | 'output'>,
  { database, stores }: ReadLedger,
  fleet: Fleet,
  of: {
    readonly orders: readonly FollowedOrder[]
    readonly signal: AbortSignal
    readonly onRead?: (read: number) => void
  },
): Promise<ReadNow> {
  const { orders, ...how } = of
  if (orders.length === 0) return { read: 0, changed: [], problem: undefined }
  // Half of what a short command would load, and most have no order to read.
  const { openServiceReading } = await import('../access/service-reading.ts')
  const { orderStatusesFrom } = await import('../order-statuses-file.ts')
  const { readOrdersNow } = await import('../../reconciliation/orders/following/read-orders-now.ts')
  const { refreshForeign } =
    await import('../../reconciliation/orders/following/refresh-foreign.ts')
  const statuses = orderStatusesFrom(config)
  const clock = wallClock
  const log = openLog(config.LOG_LEVEL)
  const { signal } = of
  const opening = {
    config,
    pool: database.pool,
    clock,
    random: systemRandom,
    log,
    signal,
    warn: output.warn,
  }
  await using service = await openServiceReading(opening, fleet)
  const { client } = service
  const zone = config.FROTA_TIME_ZONE
  const { journaledEpochs } = await import('./journaled-epochs.ts')
  const journaled = () => journaledEpochs(config, { database })
  const tools = { ...stores, client, statuses, clock, zone, journaled }
  const now = await readOrdersNow(tools, orders, how)
  // What others ordered of the same debts is told beside ours, and may be over as well.
  if (now.problem !== undefined) return now
  const problem = await refreshForeign({ ...tools, fleetId: fleet.id }, signal).then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof Failure) return error
      throw error
    },
  )
  return { ...now, problem }
}
