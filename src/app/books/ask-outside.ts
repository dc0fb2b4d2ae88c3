/** The service's own totals of the account, to be held against the ledger. */
import { wallClock } from '../../clock.ts'
import { Failure } from '../../failure.ts'
import type { Fleet } from '../../ledger/fleets/fleets.ts'
import { openLog } from '../../log.ts'
import { systemRandom } from '../../random.ts'
import type { Asked } from '../../reconciliation/reports/outside.ts'
import { notAsked, readOutside } from '../../reconciliation/reports/read-outside.ts'
import { openServiceReading } from '../access/service-reading.ts'
import type { AppContext } from '../context.ts'
import type { OpenLedger } from '../ledger/open-ledger.ts'
import { LISTING, READER_MS_MAX, readOpenOrders } from '../orders/read-open-orders.ts'

/**
 * For commands without a run; says why where the service cannot be asked. The caller has read the
 * fleet's orders. Those of other fleets are read here, because the service sums whole accounts.
 */
export async function askOutside(
  context: Pick<AppContext, 'config' | 'output' | 'stop'>,
  ledger: Pick<OpenLedger, 'database' | 'fleets' | 'stores'>,
  fleet: Fleet,
): Promise<Asked> {
  for (const other of await ledger.fleets.all()) {
    if (other.id === fleet.id || other.accountId !== fleet.accountId) continue
    const bounds = { ...LISTING, paidToo: true }
    const { left, problem } = await readOpenOrders(context, ledger, other, bounds)
    if (left.orders > 0) return notAsked(problem)
  }
  const { config, output, stop } = context
  const { database } = ledger
  const signal = AbortSignal.any([stop, AbortSignal.timeout(READER_MS_MAX)])
  const log = openLog(config.LOG_LEVEL)
  const tools = { config, pool: database.pool, clock: wallClock, random: systemRandom, log, signal }
  try {
    await using service = await openServiceReading({ ...tools, warn: output.warn }, fleet)
    const { reports: source } = ledger.stores
    const asking = { client: service.client, clock: wallClock, source }
    return await readOutside(asking, fleet.accountId, signal)
  } catch (error) {
    if (error instanceof Failure) return notAsked(error)
    throw error
  }
}
