/**
 * The rows of calls with an Idempotency-Key. A call claims its key for itself before it does
 * anything; another one with the same key meets the claim, the reply, or what was made.
 */
import type { ExpressionBuilder } from 'kysely'
import { instant } from '../../clock.ts'
import { detail } from '../../contract/problem.ts'
import { Refusal } from '../http/refusal.ts'
import { retryAfter } from '../http/retry-after.ts'
import { CALL_HELD_MS_MAX, type IdempotentCall } from '../receipt.ts'
import type { ServiceDb } from '../service-db.ts'
import type { ServiceTools } from '../service-tools.ts'
import type { IdempotentCallRow, ServiceTables } from '../tables.ts'
import { ownedBy, type Owner } from '../tenants/owned-by.ts'

/** How long a key is remembered. */
const KEPT_MS = 24 * 3_600_000
/** Most calls end in a second; only that of a dead process keeps its key for all of its hold. */
const BUSY_AGAIN_MS = 2_000

export interface KeyedRequest extends Omit<IdempotentCall, 'id'> {
  readonly key: string
  readonly hash: Buffer
}

type Tools = Pick<ServiceTools, 'db' | 'clock' | 'random'>

/** The claim of a call that goes on, or the row of one that was there before. */
export type Met =
  | { readonly is: 'new'; readonly call: IdempotentCall }
  | { readonly is: 'answered'; readonly status: number; readonly reply: string }
  | { readonly is: 'interrupted'; readonly objectId: string }

/** Throws a Refusal 422 for another request under the key, 409 while its call is under way. */
export async function meetKey(tools: Tools, asked: KeyedRequest): Promise<Met> {
  const nowMs = tools.clock.now()
  const id = tools.random.uuid()
  const call = { id, brandId: asked.brandId, accountId: asked.accountId }
  const claim = {
    id,
    request_hash: asked.hash,
    began_at: instant(nowMs),
    held_until: instant(nowMs + CALL_HELD_MS_MAX),
  }
  await forgetOldReplies(tools.db, nowMs, asked)
  const owner = { brand_id: asked.brandId, account_id: asked.accountId, key: asked.key }
  const made = await tools.db
    .insertInto('service.idempotent_call')
    .values({ ...owner, ...claim })
    .onConflict((on) => on.columns(['account_id', 'key']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (made !== undefined) return { is: 'new', call }
  const found = await rowOf(tools.db, asked)
  if (found === undefined) throw busy()
  if (!found.request_hash.equals(asked.hash)) throw new Refusal(422, detail.keyReused)
  if (found.status !== null) {
    return { is: 'answered', status: found.status, reply: found.reply ?? '' }
  }
  if (found.held_until.getTime() > nowMs) throw busy()
  if (found.object_id !== null) return { is: 'interrupted', objectId: found.object_id }
  const taken = await tools.db
    .updateTable('service.idempotent_call')
    .set(claim)
    .where(isClaim({ ...call, id: found.id }))
    .returning('id')
    .executeTakeFirst()
  if (taken === undefined) throw busy()
  return { is: 'new', call }
}

/** A caller's own, or of all: one that calls no more forgets nothing. */
export async function forgetOldReplies(db: ServiceDb, nowMs: number, of?: Owner): Promise<void> {
  const old = db
    .deleteFrom('service.idempotent_call')
    .where('began_at', '<=', new Date(nowMs - KEPT_MS))
  await (of === undefined ? old : old.where(ownedBy(of))).execute()
}

/** The keys stay: a repetition is shown what was made as it is now, and makes no second order. */
export async function forgetRepliesOf(db: ServiceDb, accountId: string): Promise<void> {
  await db
    .updateTable('service.idempotent_call')
    .set({ status: null, reply: null })
    .where('account_id', '=', accountId)
    .where('status', 'is not', null)
    .execute()
}

async function rowOf(db: ServiceDb, asked: KeyedRequest): Promise<IdempotentCallRow | undefined> {
  return await db
    .selectFrom('service.idempotent_call')
    .selectAll()
    .where(ownedBy(asked))
    .where('key', '=', asked.key)
    .executeTakeFirst()
}

function busy(): Refusal {
  return new Refusal(409, detail.keyBusy, retryAfter(BUSY_AGAIN_MS))
}

/** Names a claim and its tenant. */
function isClaim({ id, brandId: brand_id, accountId: account_id }: IdempotentCall) {
  return (row: ExpressionBuilder<ServiceTables, 'service.idempotent_call'>) =>
    row.and({ id, brand_id, account_id })
}

/** Throws a Refusal 409, so that the transaction records nothing, when the claim was taken over. */
export async function nameObject(
  tx: ServiceDb,
  call: IdempotentCall,
  objectId: string,
): Promise<void> {
  const named = await tx
    .updateTable('service.idempotent_call')
    .set({ object_id: objectId })
    .where(isClaim(call))
    .returning('id')
    .executeTakeFirst()
  if (named === undefined) throw busy()
}

/** Of a state that did not allow anything nothing is kept, for it may pass. */
export async function keepReply(
  db: ServiceDb,
  call: IdempotentCall,
  { status, body }: { readonly status: number; readonly body: unknown },
): Promise<void> {
  await db
    .updateTable('service.idempotent_call')
    .set({ status, reply: JSON.stringify(body) })
    .where(isClaim(call))
    .$if(status === 409, (claim) => claim.where('object_id', 'is not', null))
    .execute()
}

/** The key of a call that ended without a reply is free; what it made can be read by it. */
export async function endClaim(
  { db, clock }: Pick<Tools, 'db' | 'clock'>,
  call: IdempotentCall,
): Promise<void> {
  await db
    .deleteFrom('service.idempotent_call')
    .where(isClaim(call))
    .where('status', 'is', null)
    .where('object_id', 'is', null)
    .execute()
  await db
    .updateTable('service.idempotent_call')
    .set({ held_until: instant(clock.now()) })
    .where(isClaim(call))
    .where('status', 'is', null)
    .execute()
}
