/** Counts a request against its credential's hourly budget, exactly even under concurrency. */
import { instant } from '../../clock.ts'
import { detail } from '../../contract/problem.ts'
import { Refusal } from '../http/refusal.ts'
import { retryAfter } from '../http/retry-after.ts'
import { CALL_HELD_MS_MAX, type Slot } from '../receipt.ts'
import type { ServiceTransaction } from '../service-db.ts'
import type { ServiceTools } from '../service-tools.ts'
import type { Budget } from '../tables.ts'
import { limitOf } from './service-limits.ts'
import { bucketVerdict, countedAfterMs, type Verdict, windowVerdict } from './window-verdict.ts'

type Wanted = Omit<Slot, 'usedAtMs'>
type Tools = Pick<ServiceTools, 'db' | 'clock' | 'random' | 'limits'>

/** Throws a Refusal 429 with Retry-After in whole seconds. */
export async function takeSlot(tools: Tools, credentialId: string, budget: Budget): Promise<Slot> {
  const slot = { useId: tools.random.uuid(), credentialId, budget }
  const verdict = await tools.db.transaction().execute(async (tx) => {
    const bucket = await lockBucket(tx, tools, slot)
    const back = await takeBack(tx, tools, slot)
    // The clock is read while the lock is held, so that instants follow the order of the locks.
    const nowMs = Math.max(tools.clock.now(), bucket.lastAtMs)
    const tokens = bucket.tokens === null ? null : bucket.tokens + back
    const judged = await judge(tx, tools, slot, { ...bucket, tokens, nowMs })
    if (judged.admitted) await book(tx, tools, slot, nowMs, judged.tokens)
    return { ...judged, nowMs }
  })
  if (verdict.admitted) return { ...slot, usedAtMs: verdict.nowMs }
  const words = budget === 'orders' ? detail.quotaOrders : detail.quotaConsultations
  // A clock that was set back has that much further to go.
  throw new Refusal(429, words, retryAfter(verdict.freeAtMs - tools.clock.now()))
}

/** A statement of its own, because a count in it would use a snapshot from before the wait. */
async function lockBucket(tx: ServiceTransaction, tools: Tools, slot: Wanted) {
  const { credentialId: credential_id, budget } = slot
  await tx
    .insertInto('service.quota_bucket')
    .values({ credential_id, budget, last_at: instant(tools.clock.now()), tokens: null })
    .onConflict((on) => on.columns(['credential_id', 'budget']).doNothing())
    .execute()
  const row = await tx
    .selectFrom('service.quota_bucket')
    .select(['last_at', 'tokens'])
    .where('credential_id', '=', credential_id)
    .where('budget', '=', budget)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return { lastAtMs: row.last_at.getTime(), tokens: row.tokens }
}

/** How many slots came back of processes that died while they held them. */
async function takeBack(tx: ServiceTransaction, tools: Tools, slot: Wanted): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('service.quota_use')
    .where('credential_id', '=', slot.credentialId)
    .where('budget', '=', slot.budget)
    .where('held_until', '<=', new Date(tools.clock.now()))
    .executeTakeFirst()
  return Number(numDeletedRows)
}

async function judge(
  tx: ServiceTransaction,
  tools: Tools,
  slot: Wanted,
  bucket: { lastAtMs: number; tokens: number | null; nowMs: number },
): Promise<Verdict> {
  const { windowKind: kind, windowMs } = tools.limits
  const max = limitOf(tools.limits, slot.budget)
  if (kind === 'bucket') return bucketVerdict({ ...bucket, windowMs, max })
  const { nowMs } = bucket
  const uses = tx
    .selectFrom('service.quota_use')
    .where('credential_id', '=', slot.credentialId)
    .where('budget', '=', slot.budget)
    .where('used_at', '>', new Date(countedAfterMs(kind, windowMs, nowMs)))
  const { used } = await uses
    .select(({ fn }) => fn.countAll<bigint>().as('used'))
    .executeTakeFirstOrThrow()
  const excess = Number(used) - max
  // Only a refusal needs the use whose end makes room.
  const decisive =
    excess < 0
      ? undefined
      : await uses.select('used_at').orderBy('used_at').offset(excess).limit(1).executeTakeFirst()
  const decisiveAtMs = decisive?.used_at.getTime() ?? nowMs
  return windowVerdict({ kind, windowMs, max, used: Number(used), decisiveAtMs, nowMs })
}

async function book(
  tx: ServiceTransaction,
  tools: Tools,
  slot: Wanted,
  nowMs: number,
  tokens: number | null,
): Promise<void> {
  const { credentialId: credential_id, budget } = slot
  const held_until = instant(nowMs + CALL_HELD_MS_MAX)
  await tx
    .insertInto('service.quota_use')
    .values({ id: slot.useId, credential_id, budget, used_at: instant(nowMs), held_until })
    .execute()
  await tx
    .updateTable('service.quota_bucket')
    .set({ last_at: instant(nowMs), tokens })
    .where('credential_id', '=', credential_id)
    .where('budget', '=', budget)
    .execute()
  // Uses older than two windows no longer count; deleting them keeps the table small.
  await tx
    .deleteFrom('service.quota_use')
    .where('credential_id', '=', credential_id)
    .where('budget', '=', budget)
    .where('used_at', '<', new Date(nowMs - 2 * tools.limits.windowMs))
    .execute()
}
