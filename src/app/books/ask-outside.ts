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
import { READER_MS_MAX } from '../orders/read-open-orders.ts'

/** For commands without a run; says why where the service cannot be asked. */
export async function askOutside(
  { config, output, stop }: Pick<AppContext, 'config' | 'output' | 'stop'>,
  { database }: Pick<OpenLedger, 'database'>,
  fleet: Fleet,
): Promise<Asked> {
  const signal = AbortSignal.any([stop, AbortSignal.timeout(READER_MS_MAX)])
  const log = openLog(config.LOG_LEVEL)
  const tools = { config, pool: database.pool, clock: wallClock, random: systemRandom, log, signal }
  try {
    await using service = await openServiceReading({ ...tools, warn: output.warn }, fleet)
    return await readOutside({ client: service.client, clock: wallClock }, signal)
  } catch (error) {
    if (error instanceof Failure) return notAsked(error)
    throw error
  }
}
