/**
 * Pure. When a consultation that is not ready is read again, and when it is given up: soon at
 * first, since most answers take seconds, then patiently, with jitter so that a chunk spreads out.
 */

/** From the asking (or the joining) until a consultation counts as stuck. */
export const CONSULTATION_DEADLINE_MS = 15 * 60_000

const FIRST_READ_MS = 1_000
const READ_MS_MAX = 30_000
/** After this many reads, some five minutes, an answer that is still missing is a slow one. */
const QUICK_READS_MAX = 14
const SLOW_READ_MS = 60_000
/** Each delay is drawn from this share of it up to the whole. */
const JITTER_SHARE_MIN = 0.75

export interface ReadPace {
  /** 1 in operation; a small fraction in tests, which then need not wait. */
  readonly scale: number
}

/** The delay after the given number of reads so far; `draw` is in [0, 1). */
export function nextReadMs(reads: number, draw: number, pace: ReadPace): number {
  const whole =
    reads >= QUICK_READS_MAX ? SLOW_READ_MS : Math.min(FIRST_READ_MS * 2 ** reads, READ_MS_MAX)
  return whole * (JITTER_SHARE_MIN + (1 - JITTER_SHARE_MIN) * draw) * pace.scale
}

/** The last read is at the deadline itself: nothing is given up without having looked just then. */
export function nextReadAtMs(
  now: { readonly nowMs: number; readonly reads: number; readonly deadlineMs: number },
  draw: number,
  pace: ReadPace,
): number {
  const next = now.nowMs + nextReadMs(now.reads, draw, pace)
  return now.nowMs < now.deadlineMs ? Math.min(next, now.deadlineMs) : next
}
