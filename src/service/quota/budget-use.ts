/** Pure. How much of an hourly budget is used, and when more of it is free. All instants in milliseconds. */
import type { WindowKind } from './service-limits.ts'

export interface BudgetUse {
  readonly limit: number
  readonly used: number
  /** Whole slots; a request is admitted while there is one. */
  readonly free: number
  /** When the next slot comes free; null while all are. */
  readonly nextFreeAtMs: number | null
  /** What a token bucket holds; null where uses are counted. */
  readonly tokens: number | null
}

/** Uses at or before this no longer count. */
export function countedAfterMs(kind: WindowKind, windowMs: number, nowMs: number): number {
  // One less, because a fixed window includes its first millisecond.
  return kind === 'fixed' ? Math.floor(nowMs / windowMs) * windowMs - 1 : nowMs - windowMs
}

/** `decisiveAtMs`: instant of the use whose end makes room, the oldest while there is room; null for none. */
export function windowUse(window: {
  readonly kind: 'rolling' | 'fixed'
  readonly windowMs: number
  readonly limit: number
  readonly used: number
  readonly decisiveAtMs: number | null
  readonly nowMs: number
}): BudgetUse {
  const { kind, windowMs, limit, used, decisiveAtMs, nowMs } = window
  const endOfHourMs = (Math.floor(nowMs / windowMs) + 1) * windowMs
  const freeAtMs = kind === 'fixed' ? endOfHourMs : (decisiveAtMs ?? nowMs) + windowMs
  const nextFreeAtMs = decisiveAtMs === null ? null : freeAtMs
  return { limit, used, free: Math.max(0, limit - used), nextFreeAtMs, tokens: null }
}

/** A bucket starts full and gains `limit` in each window. */
export function bucketUse(bucket: {
  readonly windowMs: number
  readonly limit: number
  /** As of `lastAtMs`; null for a bucket that nobody used. */
  readonly tokens: number | null
  readonly lastAtMs: number
  readonly nowMs: number
}): BudgetUse {
  const { windowMs, limit, lastAtMs, nowMs } = bucket
  const gained = ((nowMs - lastAtMs) * limit) / windowMs
  const tokens = Math.min(limit, (bucket.tokens ?? limit) + gained)
  const free = Math.floor(tokens)
  const nextFreeAtMs = free === limit ? null : nowMs + ((free + 1 - tokens) * windowMs) / limit
  return { limit, used: limit - free, free, nextFreeAtMs, tokens }
}
