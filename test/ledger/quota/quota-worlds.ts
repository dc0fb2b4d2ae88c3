/** A quota ledger of each kind on a clock that the test owns. */
import { Temporal } from 'temporal-polyfill'
import type { Clock } from '../../../src/clock.ts'
import { openMemoryQuotaLedger } from '../../support/ledger/quota-memory.ts'
import { openQuotaLedger, type QuotaPool } from '../../../src/ledger/quota/quota-sql.ts'
import type { BucketSettings, QuotaLedger } from '../../../src/ledger/quota/quota.ts'
import type { Pool, QueryResultRow } from '../../../src/database/pool.ts'
import { seededRandom } from '../../../src/random.ts'
import { openTestLedger } from '../../support/database.ts'

export const START_MS = Date.UTC(2026, 0, 15, 12)

export interface QuotaWorld extends AsyncDisposable {
  readonly ledger: QuotaLedger
  /** The ledger's clock now shows `ms`. */
  setNow(ms: number): Promise<void>
}

export const SECOND_MS = 1000
export const WINDOW_MS = 3600 * SECOND_MS
export const HOLD_MS = WINDOW_MS + 5 * SECOND_MS
export const LEASE_MS = 190 * SECOND_MS

/** A bucket with the real window; simulated, because only such a one may have test time. */
export function bucket(changes: Partial<BucketSettings> = {}): BucketSettings {
  return {
    name: 'consultations/test',
    unitsMax: 20,
    windowMs: WINDOW_MS,
    marginMs: 5 * SECOND_MS,
    sendMs: 10 * SECOND_MS,
    abortMs: 60 * SECOND_MS,
    lingerMs: 120 * SECOND_MS,
    simulated: true,
    ...changes,
  }
}

export async function memoryWorld(): Promise<QuotaWorld> {
  let nowMs = START_MS
  const clock: Clock = { now: () => nowMs, uptime: () => nowMs, sleep: async () => {} }
  return {
    ledger: openMemoryQuotaLedger({ clock, random: seededRandom(1) }),
    setNow: async (ms) => {
      nowMs = ms
    },
    [Symbol.asyncDispose]: async () => {},
  }
}

/** Whatever connection a statement gets, it sees the test's time. */
export function timedPool(pool: Pool, nowMs: () => number): QuotaPool {
  return {
    async query<Row extends QueryResultRow>(text: string, values?: unknown[]) {
      const client = await pool.connect()
      try {
        const now = Temporal.Instant.fromEpochMilliseconds(nowMs()).toString()
        await client.query(`select set_config('frota.test_now', $1, false)`, [now])
        return await client.query<Row>(text, values)
      } finally {
        client.release()
      }
    },
  }
}

export async function sqlWorld(): Promise<QuotaWorld> {
  const database = await openTestLedger()
  let nowMs = START_MS
  return {
    ledger: openQuotaLedger(timedPool(database.pool, () => nowMs)),
    setNow: async (ms) => {
      nowMs = ms
    },
    [Symbol.asyncDispose]: () => database.close(),
  }
}
