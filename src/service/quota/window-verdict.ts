/** Pure. Whether one more request fits, and if not, when it would. All instants in milliseconds. */
import type { WindowKind } from './service-limits.ts'

export type Verdict =
  | { readonly admitted: true; readonly tokens: number | null }
  | { readonly admitted: false; readonly freeAtMs: number }

/** Uses at or before this no longer count. */
export function countedAfterMs(kind: WindowKind, windowMs: number, nowMs: number): number {
  // One less, because a fixed window includes its first millisecond.
  return kind === 'fixed' ? Math.floor(nowMs / windowMs) * windowMs - 1 : nowMs - windowMs
}

interface DecisiveUse {
  readonly kind: 'rolling' | 'fixed'
  readonly windowMs: number
  readonly decisiveAtMs: number
  readonly nowMs: number
}

/** `decisiveAtMs`: instant of the use whose end makes room, when `used` has reached `max`. */
export function windowVerdict(input: DecisiveUse & { max: number; used: number }): Verdict {
  if (input.used < input.max) return { admitted: true, tokens: null }
  return { admitted: false, freeAtMs: freeAgainAtMs(input) }
}

/** When a use stops counting: `decisiveAtMs` its instant. */
export function freeAgainAtMs({ kind, windowMs, decisiveAtMs, nowMs }: DecisiveUse): number {
  return kind === 'fixed' ? (Math.floor(nowMs / windowMs) + 1) * windowMs : decisiveAtMs + windowMs
}

interface TokenBucket {
  readonly windowMs: number
  readonly max: number
  /** As of `lastAtMs`; null for a bucket that nobody used. */
  readonly tokens: number | null
  readonly lastAtMs: number
  readonly nowMs: number
}

/** A bucket starts full and gains `max` in each window. */
export function tokensNow({ windowMs, max, tokens, lastAtMs, nowMs }: TokenBucket): number {
  return Math.min(max, (tokens ?? max) + ((nowMs - lastAtMs) * max) / windowMs)
}

export function bucketVerdict(bucket: TokenBucket): Verdict {
  const tokens = tokensNow(bucket)
  if (tokens >= 1) return { admitted: true, tokens: tokens - 1 }
  return { admitted: false, freeAtMs: bucket.nowMs + ((1 - tokens) * bucket.windowMs) / bucket.max }
}
