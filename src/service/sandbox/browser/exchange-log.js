/** The panel of requests and answers, as they would be with curl; newest first. */
import { curlCommand } from './curl.js'
import { clockTime, fill } from './display.js'
import { byId, copyText, el, quietButton } from './dom.js'
import { texts } from './page-data.js'

/**
 * @typedef {import('./api-answers.js').Outcome} Outcome
 * @typedef {{ request: import('./curl.js').ShownRequest, path: string, repeats: boolean }} Shown
 * @typedef {{ ended(outcome: Outcome, times: { tookMs: number, atMs: number }): void }} Exchange
 */

const EXCHANGES_MAX = 50
const ANSWER_CHARACTERS_MAX = 60_000

/** @type {{ line: string, entry: Entry } | null} */
let newest = null
let asked = 0

/**
 * @param {Shown} shown
 * @returns {Exchange}
 */
export function showExchange(shown) {
  const line = `${shown.request.method} ${shown.request.url}`
  const isAgain = shown.repeats && newest?.line === line
  const entry = isAgain && newest !== null ? newest.entry : new Entry(shown)
  if (!isAgain) {
    const list = byId('exchanges', HTMLOListElement)
    for (const open of list.querySelectorAll('details[open]')) open.removeAttribute('open')
    list.prepend(entry.element)
    while (list.children.length > EXCHANGES_MAX) list.lastElementChild?.remove()
    newest = { line, entry }
    asked++
    const jump = byId('jump', HTMLAnchorElement)
    jump.textContent = fill(texts.log.jump, { n: asked })
    jump.hidden = false
    byId('log-empty', HTMLElement).hidden = true
  }
  entry.reads++
  return entry
}

export function prepareLog() {
  byId('log-clear', HTMLButtonElement).addEventListener('click', () => {
    byId('exchanges', HTMLOListElement).replaceChildren()
    byId('log-empty', HTMLElement).hidden = false
    byId('jump', HTMLAnchorElement).hidden = true
    newest = null
    asked = 0
  })
}

/** @implements {Exchange} */
class Entry {
  reads = 0
  status = el('span', { class: 'status' }, texts.log.waiting)
  meta = el('span', { class: 'soft meta' })
  answer = el('div', {})

  /** @param {Shown} shown */
  constructor({ request, path }) {
    const { log } = texts
    const masked = curlCommand(request, { withKey: false })
    const whole = curlCommand(request, { withKey: true })
    const copies = el(
      'div',
      { class: 'actions' },
      quietButton(log.copy, () => void copied(masked)),
      whole === masked ? null : quietButton(log.copyKey, () => void copied(whole)),
    )
    const method = el('span', { class: `method ${request.method.toLowerCase()}` }, request.method)
    const line = el('summary', {}, method, el('code', {}, path), this.status, this.meta)
    const curl = el(
      'pre',
      { tabindex: '0', role: 'region', 'aria-label': 'curl' },
      el('code', {}, masked),
    )
    const details = el('details', { open: '' }, line, curl, copies, this.answer)
    this.element = el('li', { class: 'exchange' }, details)
  }

  /**
   * @param {Outcome} outcome
   * @param {{ tookMs: number, atMs: number }} times
   */
  ended(outcome, { tookMs, atMs }) {
    const { log, lang, failure } = texts
    const reads = this.reads > 1 ? ` · ${fill(log.reads, { n: this.reads })}` : ''
    this.meta.textContent = `${Math.round(tookMs)} ms · ${clockTime(atMs, lang)}${reads}`
    if (outcome.kind !== 'answered') {
      const why = outcome.kind === 'address' || outcome.kind === 'header' ? null : outcome.kind
      this.status.textContent = why === 'cors' ? 'CORS' : log.noAnswer
      this.status.className = 'status bad'
      this.answer.replaceChildren(
        el('p', { class: 'problem' }, why === null ? log.noAnswer : failure[why].title),
      )
      return
    }
    const { status, contentType, retryAfter } = outcome
    this.status.textContent = String(status)
    this.status.className = `status ${status < 300 ? 'good' : 'bad'}`
    const headers = [
      `HTTP ${status}`,
      contentType === '' ? '' : `Content-Type: ${contentType}`,
      retryAfter === null ? '' : `Retry-After: ${retryAfter}`,
      status === 429 && retryAfter === null ? log.hiddenHeaders : '',
    ].filter(Boolean)
    this.answer.replaceChildren(
      el('h3', {}, log.answer),
      el('p', { class: 'heads' }, headers.join('\n')),
      el(
        'pre',
        { tabindex: '0', role: 'region', 'aria-label': log.answer },
        el('code', {}, prettyBody(outcome)),
      ),
    )
  }
}

/** @param {import('./api-answers.js').Answered} answer */
function prettyBody({ text, body }) {
  if (text === '') return texts.log.noBody
  const pretty = body === undefined ? text : JSON.stringify(body, null, 2)
  if (pretty.length <= ANSWER_CHARACTERS_MAX) return pretty
  return `${pretty.slice(0, ANSWER_CHARACTERS_MAX)}\n${fill(texts.log.cut, { n: ANSWER_CHARACTERS_MAX })}`
}

/** @param {string} text */
export async function copied(text) {
  const { copied: done, notCopied } = texts.log
  byId('log-said', HTMLElement).textContent = (await copyText(text)) ? done : notCopied
}
