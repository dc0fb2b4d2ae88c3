/**
 * Counts calls with a wrong key by the address that sends them, in the database, so that neither a
 * restart nor another process begins anew. An address that is over its limit is remembered here
 * besides, so that its further calls write nothing.
 */
import { sql } from 'kysely'
import { instant } from '../../clock.ts'
import { detail } from '../../contract/problem.ts'
import { Refusal } from '../http/refusal.ts'
import { retryAfter } from '../http/retry-after.ts'
import type { ServiceTools } from '../service-tools.ts'
import { addressGroup } from './address-group.ts'

const WINDOW_MS = 60_000
/** Addresses that are remembered; beyond it the one that was remembered first is dropped. */
const ADDRESSES_MAX = 10_000

type Tools = Pick<ServiceTools, 'db' | 'clock' | 'limits'>

/** The returned function throws a Refusal 429 with Retry-After when the address is over its limit. */
export function failedKeyCounter(tools: Tools): (address: string) => Promise<void> {
  const closedUntilMs = new Map<string, number>()
  return async (address) => {
    const from = addressGroup(address)
    const nowMs = tools.clock.now()
    const untilMs = closedUntilMs.get(from) ?? (await counted(tools, from, nowMs))
    if (untilMs > nowMs) {
      closedUntilMs.set(from, untilMs)
      const [oldest] = closedUntilMs.keys()
      if (closedUntilMs.size > ADDRESSES_MAX && oldest !== undefined) closedUntilMs.delete(oldest)
      throw new Refusal(429, detail.keyThrottled, retryAfter(untilMs - nowMs))
    }
    if (closedUntilMs.delete(from)) await counted(tools, from, nowMs)
  }
}

/** Until when the address is over its limit; 0 while it is not. */
async function counted({ db, limits }: Tools, address: string, nowMs: number): Promise<number> {
  const now = instant(nowMs)
  const before = new Date(nowMs - WINDOW_MS)
  const isOver = sql<boolean>`failed_key.began_at <= ${before}`
  const row = await db
    .insertInto('service.failed_key')
    .values({ address, began_at: now, failures: 1 })
    .onConflict((on) =>
      on.column('address').doUpdateSet({
        began_at: sql<string>`case when ${isOver} then excluded.began_at
          else failed_key.began_at end`,
        failures: sql<number>`case when ${isOver} then 1 else failed_key.failures + 1 end`,
      }),
    )
    .returning(['began_at', 'failures'])
    .executeTakeFirstOrThrow()
  // Each new minute of an address takes away what is over, so the table holds one minute.
  if (row.failures === 1) {
    await db.deleteFrom('service.failed_key').where('began_at', '<=', before).execute()
  }
  return row.failures > limits.failedKeysPerMinute ? row.began_at.getTime() + WINDOW_MS : 0
}
