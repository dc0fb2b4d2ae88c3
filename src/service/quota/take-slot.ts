/** Counts a request against its credential's hourly budget, exactly even under concurrency. */
import { instant } from '../../clock.ts'
import { detail } from '../../contract/problem.ts'
import { Refusal } from '../http/refusal.ts'
import { retryAfter } from '../http/retry-after.ts'
import { CALL_HELD_MS_MAX, type Slot } from '../receipt.ts'
import type { ServiceTransaction } from '../service-db.ts'
import type { ServiceTools } from '../service-tools.ts'
import type { Budget } from '../tables.ts'
import { readBudget } from './read-budget.ts'
import { addTokens } from './refund-slot.ts'

type Wanted = Omit<Slot, 'usedAtMs'>
type Tools = Pick<ServiceTools, 'db' | 'clock' | 'random' | 'limits'>

/** Throws a Refusal 429 with Retry-After in whole seconds. */
export async function takeSlot(tools: Tools, credentialId: string, budget: Budget): Promise<Slot> {
  const slot = { useId: tools.random.uuid(), credentialId, budget }
  const { nowMs, free, nextFreeAtMs } = await tools.db.transaction().execute(async (tx) => {
    const lastAtMs = await lockBucket(tx, tools, slot)
    await takeBack(tx, tools, slot)
    // The clock is read while the lock is held, so that instants follow the order of the locks.
    const nowMs = Math.max(tools.clock.now(), lastAtMs)
    const use = await readBudget({ ...tools, db: tx }, credentialId, budget, nowMs)
    const tokens = use.tokens === null ? null : use.tokens - 1
    if (use.free > 0) await book(tx, tools, slot, nowMs, tokens)
    return { ...use, nowMs }
  })
  if (free > 0) return { ...slot, usedAtMs: nowMs }
  const words = budget === 'orders' ? detail.quotaOrders : detail.quotaConsultations
  // A clock that was set back has that much further to go.
  throw new Refusal(429, words, retryAfter((nextFreeAtMs ?? nowMs) - tools.clock.now()))
}

/** When the budget was last used. A count in the same statement would not see past the wait. */
async function lockBucket(tx: ServiceTransaction, tools: Tools, slot: Wanted): Promise<number> {
  const { credentialId: credential_id, budget } = slot
  await tx
    .insertInto('service.quota_bucket')
    .values({ credential_id, budget, last_at: instant(tools.clock.now()), tokens: null })
    .onConflict((on) => on.columns(['credential_id', 'budget']).doNothing())
    .execute()
  const row = await tx
    .selectFrom('service.quota_bucket')
    .select('last_at')
    .where('credential_id', '=', credential_id)
    .where('budget', '=', budget)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return row.last_at.getTime()
}

/** The slots of processes that died while they held them. */
async function takeBack(tx: ServiceTransaction, tools: Tools, slot: Wanted): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom('service.quota_use')
    .where('credential_id', '=', slot.credentialId)
    .where('budget', '=', slot.budget)
    .where('held_until', '<=', new Date(tools.clock.now()))
    .executeTakeFirst()
  if (numDeletedRows > 0n) await addTokens(tx, slot, Number(numDeletedRows))
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
