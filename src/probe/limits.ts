/** The bounds of a probe, with their units. */

/** One request, from its call to its last byte; the command gives it to the client. */
export const REQUEST_MS_MAX = 20_000
export const RESPONSE_BYTES_MAX = 2_000_000

/** Requests of one run, whatever the service answers. */
export const REQUESTS_MAX = 1_500
/** Requests that one statement may add. */
export const STATEMENT_REQUESTS_MAX = 300
/** Requests in a row without an answer before the probe stops asking. */
export const SILENCES_MAX = 3

/** Counted requests of a run that leaves the credential its hour. */
export const GENTLE = { consultations: 8, orders: 8 } as const
/** With `--limits` the statements may use more, and the rest of the hour ends in a 429. */
export const THOROUGH = { consultations: 12, orders: 14 } as const
/** Orders and card payments of a wrong form; with all others they still fit into the hour. */
export const MALFORMED_ORDERS_MAX = 16
/** Counted requests of one kind after which a probe stops looking for the end of the hour. */
export const COUNTED_MAX = { consultations: 30, orders: 75 } as const

/** Waits between reads, in milliseconds: short at first, then steady. */
const WAITS_MS = [200, 300, 500, 1_000] as const
const STEADY_WAIT_MS = 2_000

export const CONSULTATION_WAIT_MS_MAX = 120_000
export const PIX_CODE_WAIT_MS_MAX = 30_000
export const SETTLEMENT_WAIT_MS_MAX = 60_000
/** A Pix code that is valid for longer is not waited for. */
export const EXPIRY_WAIT_MS_MAX = 60_000
/** How far the service's clock may lie behind ours. */
export const CLOCKS_MS = 1_000
export const LIST_LAG_MS_MAX = 15_000

/** Pure. The waits that add up to at most `totalMs`. */
export function waitsWithin(totalMs: number): number[] {
  const waits: number[] = []
  let spentMs = 0
  while (spentMs < totalMs) {
    const wait = Math.min(WAITS_MS[waits.length] ?? STEADY_WAIT_MS, totalMs - spentMs)
    waits.push(wait)
    spentMs += wait
  }
  return waits
}

/** Vehicles asked about before the probe gives up on finding the debts that it needs. */
export const DEBTOR_TRIES_MAX = 4
/** The same with `--limits`. */
export const VARIETY_TRIES_MAX = 8
export const CARDS_FILE_BYTES_MAX = 10_000
