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

/** `decisiveAtMs`: instant of the use whose end makes room, when `used` has reached `max`. */
export function windowVerdict(input: {
  kind: 'rolling' | 'fixed'
  windowMs: number
  max: number
  used: number
  decisiveAtMs: number
  nowMs: number
}): Verdict {
  if (input.used < input.max) return { admitted: true, tokens: null }
  const start = input.kind === 'fixed' ? Math.floor(input.nowMs / input.windowMs) : undefined
  const freeAtMs =
    start === undefined ? input.decisiveAtMs + input.windowMs : (start + 1) * input.windowMs
  return { admitted: false, freeAtMs }
}

/** A bucket starts full and gains `max` in each window. */
export function bucketVerdict(input: {
  windowMs: number
  max: number
  tokens: number | null
  lastAtMs: number
  nowMs: number
}): Verdict {
  const perMs = input.max / input.windowMs
  const gained = (input.tokens ?? input.max) + (input.nowMs - input.lastAtMs) * perMs
  const tokens = Math.min(input.max, gained)
  if (tokens >= 1) return { admitted: true, tokens: tokens - 1 }
  return { admitted: false, freeAtMs: input.nowMs + (1 - tokens) / perMs }
}
