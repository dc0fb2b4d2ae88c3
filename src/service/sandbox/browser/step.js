/** What all steps do: act once at a time, learn the modes first, and say how it ended. */
import { detailOf, succeeded } from './api-answers.js'
import { byId, el, nowMs } from './dom.js'
import { explain } from './explain.js'
import { texts } from './page-data.js'
import { asPromised, send, Superseded } from './send.js'
import { session, setModes } from './session.js'

/** @typedef {import('./api-answers.js').Outcome} Outcome */

/**
 * A second click while the first is under way does nothing. The button stays focusable.
 * @param {HTMLElement} button
 * @param {string} step whose outcome is cleared first
 * @param {() => Promise<void>} action
 */
export async function act(button, step, action) {
  if (button.getAttribute('aria-disabled') === 'true') return
  button.setAttribute('aria-disabled', 'true')
  say(step, '')
  unmark()
  try {
    await action()
  } catch (error) {
    stumble(step, error)
  } finally {
    button.removeAttribute('aria-disabled')
  }
}

/**
 * The base may be any service's: an answer of another shape than the interface's ends the step and
 * not the page.
 * @param {string} step
 * @param {unknown} error
 */
export function stumble(step, error) {
  if (error instanceof Superseded) return
  const { title, text } = texts.failure.shape
  const what = error instanceof Error ? error.message : String(error)
  show(step, 'bad', el('strong', {}, title), el('p', {}, text), el('code', {}, what))
}

/**
 * Sends a request and says so where it failed. The modes are read before anything else, because
 * nobody should order before knowing whether it is real.
 * @template Body
 * @param {string} step
 * @param {import('./send.js').Request} request
 * @returns {Promise<Body | undefined>} undefined for whatever did not succeed
 */
export async function ask(step, request) {
  const health = session.modes === undefined ? await readHealth() : undefined
  const isLost = health !== undefined && health.kind !== 'answered'
  const outcome = isLost ? health : await send(request)
  if (outcome.kind === 'answered' && succeeded(outcome)) {
    return asPromised(outcome.body ?? null)
  }
  complain(step, outcome)
  return undefined
}

export async function readHealth() {
  const outcome = await send({ method: 'GET', path: '/health', headers: 'none' })
  // Whatever does not say that it is simulated is taken for real.
  if (outcome.kind === 'answered') setModes(succeeded(outcome) ? modesOf(outcome.body) : null)
  return outcome
}

/**
 * The modes under any prefix of the first key, as the interface writes it.
 * @param {unknown} body
 * @returns {import('./session.js').Modes | null}
 */
function modesOf(body) {
  const fields = Object(body)
  const key = Object.keys(fields).find((each) => /(^|[_-])lookup(\.mode)?$/i.test(each)) ?? ''
  const lookup = modeOf(fields[key])
  const payments = modeOf(fields['payments.mode'] ?? fields.payments)
  if (lookup === undefined || payments === undefined) return null
  const sandbox = Object(fields.payments).sandbox ?? fields['payments.sandbox']
  return { lookup, payments, sandbox: sandbox === true }
}

/** @param {unknown} value */
function modeOf(value) {
  const mode = typeof value === 'string' ? value : Object(value).mode
  return typeof mode === 'string' ? mode : undefined
}

/**
 * @param {string} step
 * @param {Outcome} outcome
 */
export function complain(step, outcome) {
  const told = explain(outcome, { texts, origin: location.origin, nowMs: nowMs() })
  const lines = told.lines.map((line) => el('p', {}, line))
  const code = told.code === undefined ? null : el('pre', {}, el('code', {}, told.code))
  show(step, 'bad', el('strong', {}, told.title), ...lines, ...(code === null ? [] : [code]))
  const section = byId(`step-${step === 'vehicles' ? 'vehicle' : step}`, HTMLElement)
  const control = [...section.querySelectorAll('[data-field]')].find(
    (each) => each.getAttribute('data-field') === told.field,
  )
  if (control instanceof HTMLElement && detailOf(Object(outcome).body) !== undefined) {
    control.setAttribute('aria-invalid', 'true')
    control.setAttribute('aria-errormessage', `${step}-outcome`)
    control.focus()
  }
}

/**
 * @param {string} step
 * @param {string} text empty to say nothing
 * @param {'good' | 'bad' | 'warn' | 'busy'} [tone]
 */
export function say(step, text, tone = 'good') {
  if (text === '') byId(`${step}-outcome`, HTMLElement).hidden = true
  else show(step, tone, text)
}

/**
 * @param {string} step
 * @param {string} tone
 * @param {...(Node | string)} content
 */
export function show(step, tone, ...content) {
  const box = byId(`${step}-outcome`, HTMLElement)
  box.className = `outcome ${tone}`
  box.hidden = false
  box.replaceChildren(...content)
}

function unmark() {
  for (const control of document.querySelectorAll('[aria-invalid]')) {
    control.removeAttribute('aria-invalid')
    control.removeAttribute('aria-errormessage')
  }
}
