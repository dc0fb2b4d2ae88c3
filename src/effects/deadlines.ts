/**
 * Pure. How long an effect stays with a holder that stays silent; a holder known to be gone loses
 * its effects at once. `scale`: 1, or less in a test with short windows.
 */

/** Reading what exists before the request, with retries, and waiting for a free connection. */
const PREPARE_MS_MAX = 600_000
/** A look-up reads some pages with their retries. */
const LOOK_UP_MS_MAX = 300_000
/** From just before the intent is stored to the first byte; later the request is not sent. */
export const SEND_MS_MAX = 10_000
/** The client's hard limit for one POST, which no test shortens. */
const ABORT_MS = 60_000
/** What the kernel may still deliver after an abort or a kill. */
const LINGER_MS = 120_000

/** Shorter windows do not make a test's work faster on a busy machine. */
const SCALED_MS_MIN = 10_000

export function claimLeaseMs(scale: number): number {
  return scaled(PREPARE_MS_MAX, scale)
}

export function lookUpLeaseMs(scale: number): number {
  return scaled(LOOK_UP_MS_MAX, scale)
}

/** After this an intent is in doubt, whoever holds it, because its request is certainly over. */
export function intentDeadlineMs(scale: number): number {
  return SEND_MS_MAX + ABORT_MS + scaled(LINGER_MS, scale)
}

function scaled(ms: number, scale: number): number {
  return Math.max(ms * scale, Math.min(ms, SCALED_MS_MIN))
}
