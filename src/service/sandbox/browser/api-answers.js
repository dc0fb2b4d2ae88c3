/** Pure. What a call came to, and what an answer says about itself. */

/**
 * @typedef {{
 *   kind: 'answered',
 *   status: number,
 *   contentType: string,
 *   retryAfter: string | null,
 *   text: string,
 *   body: unknown,
 * }} Answered
 * @typedef {{ kind: 'address', why: import('./base-address.js').AddressFault }} BadAddress
 * @typedef {{ kind: 'header', which: 'key' | 'account' }} BadHeader
 * @typedef {{ kind: 'cors' | 'unreachable' | 'timeout' | 'redirect' | 'mixed' | 'broken', base: string }} Lost
 * @typedef {Answered | BadAddress | BadHeader | Lost} Outcome
 */

/** How long an answer may take before it is given up. */
export const ANSWER_SECONDS_MAX = 30

/** @param {Outcome} outcome */
export function succeeded(outcome) {
  return outcome.kind === 'answered' && outcome.status >= 200 && outcome.status < 300
}

/**
 * The sentence of an error body; undefined where it is not the interface's.
 * @param {unknown} body
 * @returns {string | undefined}
 */
export function detailOf(body) {
  const { detail } = Object(body)
  return typeof detail === 'string' ? detail : undefined
}

/**
 * The field that a sentence names between quotes, such as `Campo 'plate': ...`.
 * @param {string} detail
 * @returns {string | undefined}
 */
export function namedField(detail) {
  return /['"`]([a-z][a-z_]*)(?:[.\d]*)['"`]/.exec(detail)?.[1]
}

/**
 * @param {string | null} header seconds or a date of HTTP
 * @param {number} nowMs
 * @returns {number | undefined} whole seconds
 */
export function retryAfterSeconds(header, nowMs) {
  if (header === null || header.trim() === '') return undefined
  if (/^\s*\d{1,9}\s*$/.test(header)) return Number(header)
  const atMs = Date.parse(header)
  return Number.isNaN(atMs) ? undefined : Math.max(0, Math.ceil((atMs - nowMs) / 1_000))
}

/**
 * @param {string} text
 * @returns {unknown} undefined for what is no JSON
 */
export function parsedJson(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
