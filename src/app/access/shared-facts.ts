/** The buckets of several credentials as one, for people who ask what is left of all. */
import type { BucketFacts } from '../../ledger/quota/quota.ts'
import type { Gate } from '../../quota/gate.ts'

/** The facts of a single bucket are returned unchanged. */
export async function sharedFacts(
  gate: Pick<Gate, 'factsOf'>,
  buckets: readonly string[],
): Promise<BucketFacts> {
  const all = await gate.factsOf(buckets)
  const [first, ...others] = all
  if (first === undefined) throw new Error('There is no bucket to tell of.')
  return others.reduce(together, first)
}

/** A bucket that is held back does not hold back the other. */
function together(one: BucketFacts, other: BucketFacts): BucketFacts {
  const freeAtsMs = [...one.freeAtsMs, ...other.freeAtsMs].toSorted((a, b) => a - b)
  return {
    bucket: `${one.bucket}+${other.bucket.replace(/^consultations\//, '')}`,
    nowMs: Math.max(one.nowMs, other.nowMs),
    max: one.max + other.max,
    used: one.used + other.used,
    free: one.free + other.free,
    nextFreeAtMs: Math.min(one.nextFreeAtMs, other.nextFreeAtMs),
    freeAtsMs,
    holdMs: Math.max(one.holdMs, other.holdMs),
    throttles: one.throttles + other.throttles,
  }
}
