/**
 * One valid request: counts it and calls its handler, which keeps its slot with what it makes. The
 * slot of a refused request is kept or given back, as the operator chose.
 */
import type { Operation } from '../contract/operation.ts'
import type { Caller } from './tenants/authenticate.ts'
import { Refusal } from './http/refusal.ts'
import { keepSlot } from './quota/keep-slot.ts'
import { rateLimitHeaders } from './quota/rate-limit-headers.ts'
import { readBudget } from './quota/read-budget.ts'
import { refundSlot } from './quota/refund-slot.ts'
import { takeSlot } from './quota/take-slot.ts'
import type { ServiceTools } from './service-tools.ts'
import type { Understood } from './http/read-request.ts'
import { keepReply } from './receipts/idempotent-call.ts'
import type { IdempotentCall, Receipt, Slot } from './receipt.ts'

export interface LooseReply {
  readonly status: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export interface ApiCall {
  readonly operation: Operation
  readonly request: Understood
  /** Null for a public operation; the account is null where only a key is needed. */
  readonly caller: Caller | null
  /** The Idempotency-Key as it came. */
  readonly key: string | undefined
  /** Set while a call with a key is answered. */
  readonly idempotent?: IdempotentCall
  handle(receipt: Receipt): Promise<LooseReply>
  /** The reply of a call that made this object, as the object is now. */
  show(objectId: string): Promise<LooseReply>
}

/** Throws a Refusal when the budget is used up; null when the operation has none. */
export async function countCall(tools: ServiceTools, call: ApiCall): Promise<Slot | null> {
  const { quota } = call.operation
  if (quota === undefined || call.caller === null) return null
  try {
    return await takeSlot(tools, call.caller.credentialId, quota)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const headers = { ...error.headers, ...(await limitsOf(tools, call)) }
    throw new Refusal(error.status, error.message, headers)
  }
}

export async function handleCounted(
  tools: ServiceTools,
  call: ApiCall,
  slot: Slot | null,
): Promise<LooseReply> {
  const { idempotent = null } = call
  const reply = await call.handle({ slot, idempotent })
  // A reply that says to come again is no reply to keep.
  const isFinal = reply.status < 500 && reply.status !== 429
  if (idempotent !== null && isFinal) await keepReply(tools.db, idempotent, reply)
  if (slot === null) return reply
  if (reply.status >= 400) {
    if (tools.limits.countRefused) await keepSlot(tools.db, slot)
    else await refundSlot(tools, slot)
  }
  return { ...reply, headers: { ...reply.headers, ...(await limitsOf(tools, call)) } }
}

export async function answerCall(tools: ServiceTools, call: ApiCall): Promise<LooseReply> {
  return await handleCounted(tools, call, await countCall(tools, call))
}

/** What a limited call tells of its budget, whether it passed or not. */
async function limitsOf(tools: ServiceTools, { operation: { quota }, caller }: ApiCall) {
  if (quota === undefined || caller === null) return {}
  const use = await readBudget(tools, caller.credentialId, quota)
  return rateLimitHeaders(quota, use, { nowMs: tools.clock.now(), windowMs: tools.limits.windowMs })
}
