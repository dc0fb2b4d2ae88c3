/** The arithmetic of occupied units, shared by every reader of a bucket. Pure: facts in, instants out. */
import type { BucketFacts, BucketSettings } from './quota.ts'

/** How long a unit stays occupied after the end of its request. */
export function holdMs(bucket: BucketSettings): number {
  return bucket.windowMs + bucket.marginMs
}

/** The worst case from a reserve to the last moment at which its request may arrive. */
export function leaseMs(bucket: BucketSettings): number {
  return bucket.sendMs + bucket.abortMs + bucket.lingerMs
}

/** Spacing for servers with a sliding window: an even share of it, plus 0.5 s an hour. */
export function paceMs(bucket: BucketSettings): number {
  return holdMs(bucket) / bucket.unitsMax + bucket.windowMs / 7200
}

/** The earliest instant at which a unit can be had, if nothing changes; `nowMs` if now. */
export function nextFreeAtMs(
  facts: Pick<BucketFacts, 'nowMs' | 'max' | 'freeAtsMs' | 'notBeforeMs'>,
): number {
  const toFree = facts.freeAtsMs.length + 1 - facts.max
  const freed = toFree > 0 ? facts.freeAtsMs[toFree - 1] : undefined
  return Math.max(facts.nowMs, freed ?? facts.nowMs, facts.notBeforeMs ?? facts.nowMs)
}
