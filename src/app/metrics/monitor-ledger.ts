/** The monitor of a process that works on the ledger: a worker, a night. */
import { wallClock } from '../../clock.ts'
import { readLedgerGauges } from '../../ledger/runs/ledger-gauges.ts'
import { openLedgerDb } from '../../ledger/schema/tx.ts'
import type { AppContext } from '../context.ts'
import { CLOCK_MS_MAX } from '../ledger/keep-leases.ts'
import type { OpenLedger } from '../ledger/open-ledger.ts'
import type { Meter } from './meter.ts'
import { openMonitor } from './monitor.ts'

export function monitorLedger(
  { config }: Pick<AppContext, 'config'>,
  { database, leases }: OpenLedger,
  meter: Meter | undefined,
): Promise<AsyncDisposable | undefined> {
  const { pool } = database
  const { REDIS_URL } = config
  const queue = async (redisUrl: string): Promise<void> => {
    const { reachRedis } = await import('../../queue/engine.ts')
    await reachRedis(redisUrl, wallClock)
  }
  return openMonitor(config, meter, {
    clock: wallClock,
    checks: {
      ...(REDIS_URL === undefined ? {} : { queue: () => queue(REDIS_URL) }),
      ledger: async () => void (await pool.query('select 1')),
      lease: async () => {
        const gone = await leases.gone([leases.holder])
        if (gone.length > 0) throw new Error('The lease of this process has run out.')
      },
      clock: async () => {
        const apartMs = await leases.apartMs()
        if (apartMs > CLOCK_MS_MAX) throw new Error("This machine's clock is wrong.")
      },
    },
    readGauges: () => readLedgerGauges(openLedgerDb(pool)),
  })
}
