/** Time limits of the queue; shorter only in tests, which cannot wait for a minute. */
import { RETRY_FIRST_MS } from './settle.ts'

export const ordinaryTiming = {
  /**
   * A worker that does not renew its lock for this long is taken for dead. Generous, because a
   * blocked event loop of a living worker must not look like death: the verb's claim makes a second
   * start harmless, but not free.
   */
  lockMs: 60_000,
  /** How often a worker looks for the jobs of dead ones. */
  stalledCheckMs: 15_000,
  /** Before the first retry of an unexpected error; doubles with each. */
  retryFirstMs: RETRY_FIRST_MS,
}

export type Timing = typeof ordinaryTiming

/** Not scaled below this: on a busy machine a living worker of a test is late by that much. */
const LOCK_MS_MIN = 4_000
const STALLED_CHECK_MS_MIN = 1_000

/** `scale`: 1, or less in a test with short windows. */
export function scaledTiming(scale: number): Pick<Timing, 'lockMs' | 'stalledCheckMs'> {
  const { lockMs, stalledCheckMs } = ordinaryTiming
  return {
    lockMs: Math.max(lockMs * scale, LOCK_MS_MIN),
    stalledCheckMs: Math.max(stalledCheckMs * scale, STALLED_CHECK_MS_MIN),
  }
}
