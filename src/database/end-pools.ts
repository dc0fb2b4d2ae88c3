/** Ends pools in order, but never waits for ever on a connection that nobody released. */
import { wallClock } from '../clock.ts'
import type { Pool } from './pool.ts'

const POOL_END_MS_MAX = 5_000

export async function endPools(pools: { pool: Pool; queuePool: Pool }): Promise<void> {
  const waited = new AbortController()
  const ended = Promise.all([pools.pool.end(), pools.queuePool.end()])
  await Promise.race([ended, wallClock.sleep(POOL_END_MS_MAX, waited.signal)])
  waited.abort()
}
