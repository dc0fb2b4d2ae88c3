/** What several buckets that serve one backlog have free together. */
import type { Gate } from '../src/quota/gate.ts'

export interface FreeSlots {
  /** Slots that may be used now: none of a bucket that a 429 or its pace holds back. */
  readonly free: number
  /** Milliseconds until the next slot frees, by the ledger's clock; 0 if at once. */
  readonly nextInMs: number
}

export async function freeSlots(
  gate: Pick<Gate, 'factsOf'>,
  buckets: string | readonly string[],
): Promise<FreeSlots> {
  const names = typeof buckets === 'string' ? [buckets] : buckets
  const all = await gate.factsOf(names)
  const free = all.map((facts) => {
    const isHeldBack = facts.notBeforeMs !== undefined && facts.notBeforeMs > facts.nowMs
    return isHeldBack ? 0 : facts.free
  })
  const nextInMs = all.map((facts) => Math.max(0, facts.nextFreeAtMs - facts.nowMs))
  return { free: free.reduce((sum, each) => sum + each, 0), nextInMs: Math.min(...nextInMs) }
}
