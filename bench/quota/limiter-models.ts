/**
 * The usual limiters as models: each says how long to wait at an instant, 0 for "go". They model the
 * rule a library keeps, not its code; what they lose in a restart is modelled too.
 */
import { HOUR_MS } from './server-windows.ts'

export interface Limiter {
  /** How long to wait before asking again; 0 admits one request now. */
  ask(nowMs: number): number
  /** The process was started again. */
  restart(nowMs: number): void
}

/** A reservoir refilled each hour from the construction of the limiter; kept in the process. */
export function reservoir(max: number): Limiter {
  let anchorMs = 0
  let left = max
  let period = 0
  return {
    ask(nowMs) {
      const current = Math.floor((nowMs - anchorMs) / HOUR_MS)
      if (current !== period) left = max
      period = current
      if (left === 0) return anchorMs + (period + 1) * HOUR_MS - nowMs
      left -= 1
      return 0
    },
    restart(nowMs) {
      anchorMs = nowMs
      period = 0
      left = max
    },
  }
}

/** A fixed window from the first job in it, kept in the queue's store. */
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
    restart: () => {},
  }
}

/** Burst `max`, refilled evenly; kept in a store. */
export function tokenBucket(max: number): Limiter {
  let tokens = max
  let seenMs = 0
  return {
    ask(nowMs) {
      tokens = Math.min(max, tokens + ((nowMs - seenMs) * max) / HOUR_MS)
      seenMs = nowMs
      // Sums of shares of an hour do not meet whole numbers exactly.
      if (tokens < 1 - 1e-9) return Math.ceil(((1 - tokens) * HOUR_MS) / max)
      tokens -= 1
      return 0
    },
    restart: () => {},
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
    restart: () => {},
  }
}
