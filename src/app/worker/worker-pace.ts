/** Pure. How often workers look at each other, and how long they wait before one takes over. */
import type { Patience } from './schedule-policy.ts'

export interface WorkerPace extends Patience {
  /** A change by `frota schedules`, or a night of another, is noticed within this. */
  readonly sweepMs: number
  /** The same while another's night runs. */
  readonly watchMs: number
  readonly beatMs: number
  /** A night that failed, or could not be helped with, is tried again: then twice as long. */
  readonly restFirstMs: number
  readonly restMsMax: number
}

/** Alone on the embedded database; a wiped queue is restored, too. */
export const SCHEDULE_SWEEP_MS = 30_000
const SWEEP_AMONG_OTHERS_MS = 10_000
const WATCH_MS = 5_000
const BEAT_MS = 15_000
const GONE_MS = 5_000
const FROZEN_MS = 60_000
const REST_FIRST_MS = 60_000
const REST_MS_MAX = 15 * 60_000

/** Where time is short only because a test made it so, a busy machine is still no frozen one. */
const WATCH_MS_MIN = 250
const BEAT_MS_MIN = 500
const FROZEN_MS_MIN = 8_000

/** `scale`: FROTA_TEST_SCALE as a factor, 1 or less. `alone`: on the embedded database. */
export function workerPace(scale: number, alone: boolean): WorkerPace {
  const sweepMs = (alone ? SCHEDULE_SWEEP_MS : SWEEP_AMONG_OTHERS_MS) * scale
  return {
    sweepMs: alone ? sweepMs : Math.max(sweepMs, WATCH_MS_MIN),
    watchMs: Math.max(WATCH_MS * scale, WATCH_MS_MIN),
    beatMs: Math.max(BEAT_MS * scale, BEAT_MS_MIN),
    goneMs: alone ? 0 : GONE_MS * scale,
    frozenMs: alone ? 0 : Math.max(FROZEN_MS * scale, FROZEN_MS_MIN),
    restFirstMs: REST_FIRST_MS * scale,
    restMsMax: REST_MS_MAX * scale,
  }
}
