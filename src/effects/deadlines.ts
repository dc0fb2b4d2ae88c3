/**
 * Pure. How long an effect stays with a holder that says nothing; a holder that is known to be gone
 * keeps nothing. `scale`: 1, or less in a test with short windows.
 */

/** Reading what is there before, with its retries, and waiting for a place on the wire. */
const PREPARE_MS_MAX = 600_000
/** A look-up reads some pages with their retries. */
const LOOK_UP_MS_MAX = 300_000
/** From just before the intent is stored to the first byte; later the request is not sent. */
export const SEND_MS_MAX = 10_000
/** The client's hard limit for one POST, which no test shortens. */
const ABORT_MS = 60_000
/** What the kernel may still deliver after an abort or a kill. */
const LINGER_MS = 120_000

/** On a busy machine the work of a test takes no less time than any other. */
const SCALED_MS_MIN = 10_000

export function claimLeaseMs(scale: number): number {
  return scaled(PREPARE_MS_MAX, scale)
}

export function lookUpLeaseMs(scale: number): number {
  return scaled(LOOK_UP_MS_MAX, scale)
}

/** After this an intent is in doubt whoever holds it: the request is certainly over. */
export function intentDeadlineMs(scale: number): number {
  return SEND_MS_MAX + ABORT_MS + scaled(LINGER_MS, scale)
}

function scaled(ms: number, scale: number): number {
  return Math.max(ms * scale, Math.min(ms, SCALED_MS_MIN))
}
