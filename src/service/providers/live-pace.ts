/** Pure. When a live provider asks again; every wait and patience of it has its name here. */
import type { LiveAnswer } from './live-answer.ts'

/** The first wait after trouble; it doubles with the trouble's age. */
const AGAIN_MS_MIN = 2_000
const AGAIN_MS_MAX = 60_000
/** A pending answer is looked at this soon, and the later the longer it has been awaited. */
const PENDING_MS_MIN = 1_000
const PENDING_MS_MAX = 15_000
/** Where a 429 names no time; and what no service is believed beyond. */
const RETRY_AFTER_MS_DEFAULT = 60_000
const RETRY_AFTER_MS_MIN = 1_000
const RETRY_AFTER_MS_MAX = 3_600_000

/** A service that cannot be worked with for this long since trouble was first met is given up. */
export const UNREACHABLE_MS_MAX = 15 * 60_000

/** The other service's clock may be behind ours by this much, in milliseconds. */
export const SKEW_MS = 300_000

export function againAtMs(nowMs: number, sinceMs: number): number {
  return nowMs + between(AGAIN_MS_MIN, nowMs - sinceMs, AGAIN_MS_MAX)
}

export function pendingAtMs(nowMs: number, askedAtMs: number): number {
  return nowMs + between(PENDING_MS_MIN, (nowMs - askedAtMs) / 2, PENDING_MS_MAX)
}

export function limitedUntilMs(nowMs: number, retryAfterMs: number | null): number {
  const askedMs = retryAfterMs ?? RETRY_AFTER_MS_DEFAULT
  return nowMs + between(RETRY_AFTER_MS_MIN, askedMs, RETRY_AFTER_MS_MAX)
}

/** After an answer that brought nothing: once its limit ends, or the later the older it gets. */
export function laterMs(answer: LiveAnswer<unknown>, nowMs: number, sinceMs: number): number {
  const isLimited = answer.got === 'limited'
  return isLimited ? limitedUntilMs(nowMs, answer.retryAfterMs) : againAtMs(nowMs, sinceMs)
}

function between(min: number, value: number, max: number): number {
  return Math.min(Math.max(Math.round(value), min), max)
}
