/** Reads something again and again until it is done, with a bound and a pause between. */
import { retryAfterSeconds, succeeded } from './api-answers.js'
import { nowMs } from './dom.js'
import { asPromised, send } from './send.js'

/** @typedef {import('./api-answers.js').Outcome} Outcome */

export const READS_MAX = 150
const PAUSE_MS = 1_500
/** A longer wait is told to the reader instead. */
const RETRY_SECONDS_MAX = 60

/**
 * @template Body
 * @param {{
 *   path: string,
 *   onRead: (body: Body) => boolean,
 *   signal: AbortSignal,
 * }} what `onRead` answers whether it is done
 * @returns {Promise<'done' | 'paused' | 'stopped' | Outcome>}
 */
export async function follow({ path, onRead, signal }) {
  for (let reads = 0; reads < READS_MAX; reads++) {
    const outcome = await send({ method: 'GET', path, repeats: true })
    if (signal.aborted) return 'stopped'
    let pauseMs = PAUSE_MS
    if (outcome.kind === 'answered' && succeeded(outcome)) {
      if (onRead(asPromised(outcome.body))) return 'done'
    } else {
      const isBusy = outcome.kind === 'answered' && [429, 503].includes(outcome.status)
      const seconds = isBusy ? retryAfterSeconds(outcome.retryAfter, nowMs()) : undefined
      if (seconds === undefined || seconds > RETRY_SECONDS_MAX) return outcome
      pauseMs = Math.max(PAUSE_MS, seconds * 1_000)
    }
    if (await stoppedWithin(pauseMs, signal)) return 'stopped'
  }
  return 'paused'
}

/**
 * @param {number} ms
 * @param {AbortSignal} signal
 * @returns {Promise<boolean>}
 */
function stoppedWithin(ms, signal) {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve(true)
    })
  })
}
