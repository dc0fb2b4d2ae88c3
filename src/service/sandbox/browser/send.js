/** Sends one request as the reader set the connection, and shows it with its answer. */
import { ANSWER_SECONDS_MAX, parsedJson } from './api-answers.js'
import { isMixedContent, readBaseAddress } from './base-address.js'
import { nowMs, valueOf } from './dom.js'
import { showExchange } from './exchange-log.js'
import { session } from './session.js'

/**
 * @typedef {import('./api-answers.js').Outcome} Outcome
 * @typedef {{
 *   method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
 *   path: string,
 *   body?: object,
 *   shownBody?: object,
 *   headers?: 'none' | 'key' | 'account',
 *   repeats?: boolean,
 * }} Request
 * `shownBody`: what is shown instead of a body that nobody may read. `headers`: key and account by
 * default. `repeats`: one of many reads, shown as one.
 */

const PROBE_MS_MAX = 5_000

/** The connection was changed while an answer was on its way. */
export class Superseded extends Error {}

/**
 * A type that the interface promises; what the body does not hold is shown as it came.
 * @template Body
 * @param {unknown} body
 * @returns {Body}
 */
export function asPromised(body) {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The service promised it.
  return /** @type {Body} */ (body)
}

/**
 * @param {Request} request
 * @returns {Promise<Outcome>}
 */
export async function send(request) {
  const reading = readBaseAddress(chosenAddress())
  if (!reading.ok) return { kind: 'address', why: reading.why }
  const { base } = reading
  if (isMixedContent(base, location.protocol)) return { kind: 'mixed', base }
  const { method, path, body, shownBody = body, headers = 'account' } = request
  /** @type {[string, string][]} */
  const sent = []
  const key = valueOf('api-key')
  const account = valueOf('account')
  if (headers !== 'none' && key !== '') sent.push(['X-Api-Key', key])
  if (headers === 'account' && account !== '') sent.push(['X-Account-Id', account])
  // Whatever else a header took would be refused by the browser in words of its own.
  if (!/^[\x21-\x7e]*$/.test(key)) return { kind: 'header', which: 'key' }
  if (!/^[\x21-\x7e]*$/.test(account)) return { kind: 'header', which: 'account' }
  if (body !== undefined) sent.push(['Content-Type', 'application/json'])
  const url = base + path
  const exchange = showExchange({
    request: { method, url, headers: sent, body: shownBody && JSON.stringify(shownBody) },
    path,
    repeats: request.repeats === true,
  })
  const { generation } = session
  const startedMs = performance.now()
  const outcome = await attempt(base, url, {
    method,
    headers: sent,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  exchange.ended(outcome, { tookMs: performance.now() - startedMs, atMs: nowMs() })
  if (generation !== session.generation) throw new Superseded()
  return outcome
}

function chosenAddress() {
  const chosen = valueOf('base')
  if (chosen === 'own') return location.origin
  return chosen === 'typed' ? valueOf('address') : chosen
}

/**
 * @param {string} base
 * @param {string} url
 * @param {RequestInit} init
 * @returns {Promise<Outcome>}
 */
async function attempt(base, url, init) {
  try {
    const answer = await fetch(url, {
      ...init,
      mode: 'cors',
      credentials: 'omit',
      cache: 'no-store',
      redirect: 'manual',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(ANSWER_SECONDS_MAX * 1_000),
    })
    if (answer.type === 'opaqueredirect') return { kind: 'redirect', base }
    const text = await answer.text()
    return {
      kind: 'answered',
      status: answer.status,
      contentType: answer.headers.get('content-type') ?? '',
      retryAfter: answer.headers.get('retry-after'),
      text,
      body: parsedJson(text),
    }
  } catch (error) {
    if (error instanceof DOMException && error.name === 'TimeoutError') {
      return { kind: 'timeout', base }
    }
    return { kind: await whyLost(base), base }
  }
}

/**
 * A browser says the same of a forbidden call, a broken connection and a dead service, so the public
 * /health is asked: first as any page may ask, then without CORS, where the browser keeps the
 * answer to itself but tells whether there was one.
 * @param {string} base
 * @returns {Promise<'broken' | 'cors' | 'unreachable'>}
 */
async function whyLost(base) {
  if (await answers(base, 'cors')) return 'broken'
  const isOwn = new URL(base).origin === location.origin
  return !isOwn && (await answers(base, 'no-cors')) ? 'cors' : 'unreachable'
}

/**
 * @param {string} base
 * @param {'cors' | 'no-cors'} mode
 */
async function answers(base, mode) {
  try {
    await fetch(`${base}/health`, {
      mode,
      credentials: 'omit',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(PROBE_MS_MAX),
    })
    return true
  } catch {
    return false
  }
}
