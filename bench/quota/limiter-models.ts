/**
 * The usual limiters as models: each says how long to wait at an instant, 0 for "go". They model the
 * rule a library keeps, not its code. All keep their state in a store, so that deaths lose nothing.
 */
import { HOUR_MS } from './server-windows.ts'

export interface Limiter {
  /** How long to wait before asking again; 0 admits one request now. */
  ask(nowMs: number): number
}

/**
 * A fixed window from the first job in it, kept in the queue's store: BullMQ's limiter, and
 * rate-limiter-flexible with its points and duration.
 */
export function windowFromFirst(max: number): Limiter {
  let startMs = Number.NEGATIVE_INFINITY
  let count = 0
  return {
    ask(nowMs) {
      if (nowMs >= startMs + HOUR_MS) {
        startMs = nowMs
        count = 0
      }
      if (count >= max) return startMs + HOUR_MS - nowMs
      count += 1
      return 0
    },
  }
}

/** GCRA is the same rule: a burst, refilled evenly; kept in a store. */
export function tokenBucket(burst: number, perHour: number): Limiter {
  let tokens = burst
  let seenMs = 0
  return {
    ask(nowMs) {
      tokens = Math.min(burst, tokens + ((nowMs - seenMs) * perHour) / HOUR_MS)
      seenMs = nowMs
      // Sums of shares of an hour do not meet whole numbers exactly.
      if (tokens < 1 - 1e-9) return Math.ceil(((1 - tokens) * HOUR_MS) / perHour)
      tokens -= 1
      return 0
    },
  }
}

/** One request in each share of the hour, however many wait. */
export function oneEach(spacingMs: number): Limiter {
  let nextMs = 0
  return {
    ask(nowMs) {
      if (nowMs < nextMs) return nextMs - nowMs
      nextMs = nowMs + spacingMs
      return 0
    },
  }
}
