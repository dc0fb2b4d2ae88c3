/** One valid request: counts it, calls its handler, and refunds its slot if it is refused. */
import type { Operation } from '../contract/operation.ts'
import { refundSlot } from './quota/refund-slot.ts'
import { type Slot, takeSlot } from './quota/take-slot.ts'
import type { ServiceTools } from './service-tools.ts'
import type { Understood } from './http/read-request.ts'

export interface LooseReply {
  readonly status: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export interface ApiCall {
  readonly operation: Operation
  readonly request: Understood
  /** Null for a public operation; the account is null where only a key is needed. */
  readonly caller: { readonly credentialId: string; readonly accountId: string | null } | null
  handle(): Promise<LooseReply>
}

/** Throws a Refusal when the budget is used up; null when the operation has none. */
export async function countCall(tools: ServiceTools, call: ApiCall): Promise<Slot | null> {
  const { quota } = call.operation
  if (quota === undefined || call.caller === null) return null
  return await takeSlot(tools, call.caller.credentialId, quota)
}

export async function handleCounted(
  tools: ServiceTools,
  call: ApiCall,
  slot: Slot | null,
): Promise<LooseReply> {
  const reply = await call.handle()
  if (reply.status < 400 || slot === null || tools.limits.countRefused) return reply
  await refundSlot(tools, slot)
  return reply
}

export async function answerCall(tools: ServiceTools, call: ApiCall): Promise<LooseReply> {
  return await handleCounted(tools, call, await countCall(tools, call))
}
