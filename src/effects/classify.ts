/**
 * Pure. What an answer to a POST means for its effect: the one table that decides between done,
 * rejected, again later, and in doubt. Whatever it does not name is in doubt.
 */
import type { CallResult } from '../client/answer.ts'
import type { Ending, Fit, RejectedAnswer } from './stage.ts'

/** The service understood and refused: nothing was created. */
const REFUSALS: ReadonlySet<number> = new Set([400, 403, 404, 405, 410, 415, 422])

export function classify<Reply>(
  result: CallResult<Reply>,
  fits: (reply: Reply) => Fit,
): Ending<Reply> {
  if (result.outcome === 'never-sent') return { end: 'never-sent', why: result.why }
  if (result.outcome === 'in-doubt') {
    const status = result.status === undefined ? {} : { status: result.status }
    return { end: 'in-doubt', why: result.why, ...status }
  }
  if (!result.ok) return classifyRefusal(result)
  const { status, body: reply } = result
  const fit = fits(reply)
  if (fit.fits === true) return { end: 'done', reply, remoteId: fit.remoteId, status }
  if (fit.fits === false) return { end: 'in-doubt', why: fit.why, status }
  return { end: 'quarantined', reply, remoteId: fit.remoteId, why: fit.why, status }
}

function classifyRefusal(answer: RejectedAnswer): Ending<never> {
  const { status, stop, retryAfterMs } = answer
  const why = answer.detail === '' ? `status ${status}` : `status ${status}: ${answer.detail}`
  if (stop !== undefined) return { end: 'stopped', status, why, failure: stop }
  const isRefusal = status >= 400 && status < 500
  if (status === 429 || (isRefusal && retryAfterMs !== undefined)) {
    const again = retryAfterMs === undefined ? {} : { retryAfterMs }
    return { end: 'throttled', status, why, ...again }
  }
  if (status === 409) return { end: 'conflict', status, why }
  if (status === 401 || REFUSALS.has(status)) return { end: 'rejected', status, why }
  return { end: 'in-doubt', why, status }
}
