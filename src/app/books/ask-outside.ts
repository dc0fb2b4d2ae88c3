/** The service's own totals of the account, to be held against the ledger. */
import { wallClock } from '../../clock.ts'
import { Failure } from '../../failure.ts'
import { parseCents } from '../../fleet/money.ts'
import type { Fleet } from '../../ledger/fleets/fleets.ts'
import { openLog } from '../../log.ts'
import { systemRandom } from '../../random.ts'
import type { OutsideSums } from '../../reconciliation/books/close/book-checks.ts'
import { openServiceReading } from '../access/service-reading.ts'
import type { AppContext } from '../context.ts'
import type { OpenLedger } from '../ledger/open-ledger.ts'
import { READER_MS_MAX } from '../orders/read-open-orders.ts'

/** Null with the reason when the service cannot be asked: the books are written without it. */
export async function askOutside(
  { config, output, stop }: Pick<AppContext, 'config' | 'output' | 'stop'>,
  { database }: Pick<OpenLedger, 'database'>,
  fleet: Fleet,
): Promise<{ sums: OutsideSums | null; problem: Failure | undefined }> {
  const signal = AbortSignal.any([stop, AbortSignal.timeout(READER_MS_MAX)])
  const log = openLog(config.LOG_LEVEL)
  const tools = { config, pool: database.pool, clock: wallClock, random: systemRandom, log, signal }
  try {
    await using service = await openServiceReading({ ...tools, warn: output.warn }, fleet)
    const orders = await service.client.read('orderSummary', {}, { signal })
    const vehicles = await service.client.read('vehicleSummary', {}, { signal })
    if (orders === null || vehicles === null) return { sums: null, problem: undefined }
    const sums = orders.by_status.map((each) => ({
      status: each.status,
      orders: each.count,
      debtsCents: centsOf(each.debts_amount),
      feeCents: centsOf(each.service_fee),
      totalCents: centsOf(each.total_amount),
      refundedCents: centsOf(each.refunded_amount),
    }))
    return { sums: { orders: sums, vehicles: vehicles.total }, problem: undefined }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return { sums: null, problem: error }
  }
}

/** The contract's schema has checked that it is a decimal string. */
function centsOf(amount: string): bigint {
  const parsed = parseCents(amount)
  if (parsed.ok) return parsed.value
  throw new TypeError('An amount of a summary is not a decimal string.')
}
