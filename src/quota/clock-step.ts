/** Detects jumps of the ledger's clock by comparing it with an uptime that cannot jump. */

export interface ClockStep {
  /** The ledger's instant at the last look before the jump. */
  readonly sinceMs: number
  /** By how much it jumped, at most. */
  readonly stepMs: number
}

export interface ClockLook {
  /** The ledger's clock, read between the two. */
  readonly ledgerMs: number
  /** The worker's uptime before the ledger was asked, and after it answered. */
  readonly beforeMs: number
  readonly afterMs: number
}

/** Below this a difference is jitter; the bucket's margin covers it. */
const STEP_MS_MIN = 2_000
/** Clocks that are being corrected run up to this much faster. */
const DRIFT_SHARE_MAX = 0.0005

/** Each look is compared with the one before; the first has nothing to be compared with. */
export function watchClock(): (look: ClockLook) => ClockStep | undefined {
  let last: ClockLook | undefined
  return (look) => {
    const before = last
    last = look
    if (!before) return undefined
    const advancedMs = look.ledgerMs - before.ledgerMs
    const elapsedMsMax = look.afterMs - before.beforeMs
    const elapsedMsMin = Math.max(0, look.beforeMs - before.afterMs)
    const toleratedMs = STEP_MS_MIN + elapsedMsMax * DRIFT_SHARE_MAX
    if (advancedMs - elapsedMsMax <= toleratedMs) return undefined
    return { sinceMs: before.ledgerMs, stepMs: advancedMs - elapsedMsMin }
  }
}
