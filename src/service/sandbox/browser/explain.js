/** Pure. What a person is told about a call that did not succeed, and what cures it. */
import { ANSWER_SECONDS_MAX, detailOf, namedField, retryAfterSeconds } from './api-answers.js'
import { clockTime, fill } from './display.js'

/**
 * @typedef {{
 *   title: string,
 *   lines: string[],
 *   code?: string | undefined,
 *   field?: string | undefined,
 * }} Explanation
 * `code`: to be copied as it is. `field`: the interface's name of what was refused.
 */

/**
 * @param {import('./api-answers.js').Outcome} outcome
 * @param {{ texts: import('../sandbox-texts.ts').SandboxTexts, origin: string, nowMs: number }} setting
 * @returns {Explanation}
 */
export function explain(outcome, { texts, origin, nowMs }) {
  const { failure, lang } = texts
  switch (outcome.kind) {
    case 'address':
      return { title: failure.address.title, lines: [failure.address[outcome.why]] }
    case 'header':
      return { title: failure.header.title, lines: [failure.header[outcome.which]] }
    case 'broken':
    case 'mixed':
    case 'redirect':
    case 'timeout': {
      const { title, text } = failure[outcome.kind]
      return { title, lines: [fill(text, { base: outcome.base, seconds: ANSWER_SECONDS_MAX })] }
    }
    case 'cors': {
      const { title, text, cure, tell } = failure.cors
      const names = { origin, base: outcome.base }
      return {
        title,
        lines: [fill(text, names), fill(cure, names), tell],
        code: `CORS_ORIGINS=${origin}`,
      }
    }
    case 'unreachable': {
      const { title, text, cure, tell } = failure.unreachable
      const names = { base: outcome.base }
      return { title, lines: [fill(text, names), fill(cure, names), tell] }
    }
    case 'answered':
      return explainStatus(outcome, failure, lang, nowMs)
  }
}

/**
 * @param {import('./api-answers.js').Answered} answer
 * @param {import('../sandbox-texts.ts').SandboxTexts['failure']} failure
 * @param {string} lang
 * @param {number} nowMs
 * @returns {Explanation}
 */
function explainStatus(answer, failure, lang, nowMs) {
  const { status, body, retryAfter } = answer
  const titles = /** @type {Readonly<Record<string, string>>} */ (failure.status)
  const title = titles[String(status)] ?? fill(failure.status.other, { status })
  const detail = detailOf(body)
  const isValidation = status === 400 || status === 409 || status === 422
  const field = isValidation && detail !== undefined ? namedField(detail) : undefined
  const lines = [detail ?? failure.notJson]
  const seconds = retryAfterSeconds(retryAfter, nowMs)
  if (seconds !== undefined) {
    const at = clockTime(nowMs + seconds * 1_000, lang)
    lines.push(fill(failure.retryAt, { at, seconds }))
  } else if (status === 429) lines.push(failure.retryUnknown)
  return { title: `${title} (${status})`, lines, field }
}
