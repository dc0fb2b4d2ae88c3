/**
 * Pure. What the uses of a bucket tell a forecast beyond its facts: how long answers take, and when
 * the requests that are on the wire now will probably be answered, where the quota itself must
 * assume the worst.
 */
import type { BucketFacts, QuotaUse } from '../../ledger/quota/quota.ts'
import type { ForecastBucket } from './forecast.ts'

/** Used until a latency was measured; it hardly matters, since the quota's window is longer. */
const LATENCY_MS_DEFAULT = 1_000

/** The median from slot to answer of what was answered lately, in milliseconds. */
export function usualLatencyMs(uses: readonly QuotaUse[]): number {
  const took = uses
    .filter(({ state }) => state === 'answered')
    .flatMap((use) => (use.settledAtMs === undefined ? [] : [use.settledAtMs - use.reservedAtMs]))
    .toSorted((a, b) => a - b)
  return took[Math.floor(took.length / 2)] ?? LATENCY_MS_DEFAULT
}

/** `uses`: those that still occupy the bucket, as `QuotaLedger.uses` gives them. */
export function expectAnswers(
  facts: BucketFacts,
  uses: readonly QuotaUse[],
  latencyMs: number,
): ForecastBucket {
  const freeAtsMs = [...facts.freeAtsMs]
  const answersAtMs: number[] = []
  for (const use of uses) {
    if (use.state !== 'reserved' || isAbandoned(use, facts)) continue
    const answerAtMs = Math.max(facts.nowMs, use.reservedAtMs + latencyMs)
    answersAtMs.push(answerAtMs)
    for (let unit = 0; unit < use.units; unit += 1) {
      const at = freeAtsMs.indexOf(use.freeAtMs)
      if (at >= 0) freeAtsMs[at] = answerAtMs + facts.holdMs
    }
  }
  return { ...facts, freeAtsMs: freeAtsMs.toSorted((a, b) => a - b), answersAtMs }
}

/** After half of a use's lease its process is probably dead, so the worst case is expected. */
function isAbandoned(use: QuotaUse, { nowMs, holdMs }: BucketFacts): boolean {
  const leaseMs = use.freeAtMs - holdMs - use.reservedAtMs
  return nowMs - use.reservedAtMs > leaseMs / 2
}
