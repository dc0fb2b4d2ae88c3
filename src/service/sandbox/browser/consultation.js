/** Step 3: asks for the debts of the chosen vehicle and follows until there is an answer. */
import { count, fill, money } from './display.js'
import { el, onClick } from './dom.js'
import { follow, READS_MAX } from './follow.js'
import { texts, worded } from './page-data.js'
import { on, session, setItems } from './session.js'
import { act, ask, complain, say, show } from './step.js'
import { readAgain } from './vehicles.js'

/** @typedef {import('../../../contract/consultation.ts').Consultation} Consultation */

let following = new AbortController()

export function prepareConsultation() {
  onClick('consult', (button) => void act(button, 'consultation', create))
  onClick('consultation-latest', (button) => void act(button, 'consultation', latest))
  onClick('consultation-history', (button) => void act(button, 'consultation', history))
  on('vehicle', () => {
    following.abort()
    say('consultation', '')
  })
}

/** The path under the chosen vehicle; says so when there is none. */
function path() {
  const { vehicle } = session
  if (vehicle !== null) return `/api/v1/vehicles/${encodeURIComponent(vehicle.id)}/consultations`
  say('consultation', texts.vehicle.noneChosen, 'warn')
  return undefined
}

async function create() {
  const to = path()
  if (to === undefined) return
  /** @type {Consultation | undefined} */
  const opened = await ask('consultation', { method: 'POST', path: to })
  if (opened !== undefined) await followUp(opened)
}

async function latest() {
  const from = path()
  if (from === undefined) return
  /** @type {Consultation | undefined} */
  const found = await ask('consultation', { method: 'GET', path: `${from}/latest` })
  if (found !== undefined) await followUp(found)
}

async function history() {
  const from = path()
  if (from === undefined) return
  /** @type {{ count: number } | undefined} */
  const found = await ask('consultation', { method: 'GET', path: from })
  if (found !== undefined) {
    say('consultation', count(texts.consultation.histories, found.count))
  }
}

/** @param {Consultation} first */
async function followUp(first) {
  following.abort()
  following = new AbortController()
  const { signal } = following
  setItems(null)
  if (shown(first)) return await readAgain()
  const ended = await follow({
    path: `/api/v1/consultations/${encodeURIComponent(first.id)}`,
    onRead: shown,
    signal,
  })
  if (ended === 'done') await readAgain()
  else if (typeof ended === 'object') complain('consultation', ended)
  else if (ended === 'paused') {
    say('consultation', fill(texts.order.paused, { n: READS_MAX }), 'warn')
  }
}

/**
 * @param {Consultation} consultation
 * @returns {boolean} whether it is finished
 */
function shown(consultation) {
  const { consultation: words, lang } = texts
  const { status, items, total_amount } = consultation
  if (status === 'ready') {
    const amount = money(total_amount, lang)
    const said =
      items.length === 0 ? words.clear : count(words.ready, items.length, { money: amount })
    setItems(items)
    say('consultation', said)
    return true
  }
  if (status === 'failed') {
    const { error_title, error_message, error_action, error_code } = consultation
    const lines = [error_title, error_message, error_action].filter(Boolean)
    show(
      'consultation',
      'bad',
      el('strong', {}, words.failed),
      ...lines.map((line) => el('p', {}, line)),
      el('code', {}, error_code),
    )
    return true
  }
  say('consultation', fill(words.following, { stage: worded(consultation.stage) }), 'busy')
  return false
}
