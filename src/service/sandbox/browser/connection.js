/** Step 1: which service, which key, which account; and whether the service is real. */
import { count, fill } from './display.js'
import { byId, el, onSubmit, valueOf } from './dom.js'
import { texts, worded } from './page-data.js'
import { on, session, startOver } from './session.js'
import { act, ask, complain, readHealth, say } from './step.js'
import { succeeded } from './api-answers.js'

/** @typedef {import('../../../contract/coverage.ts').Coverage} Coverage */

export function prepareConnection() {
  const typed = byId('typed-address', HTMLElement)
  const showTyped = () => {
    typed.hidden = valueOf('base') !== 'typed'
  }
  byId('base', HTMLSelectElement).addEventListener('change', showTyped)
  showTyped()
  for (const id of ['base', 'address', 'api-key', 'account']) {
    document.getElementById(id)?.addEventListener('input', startOver)
  }
  onSubmit('connection-form', (button) => void act(button, 'connection', check))
  on('modes', showBanner)
}

async function check() {
  const health = await readHealth()
  if (!succeeded(health)) return complain('connection', health)
  const { connection } = texts
  const { modes } = session
  const reached =
    modes === null || modes === undefined
      ? connection.reachedUnread
      : fill(connection.reached, {
          lookup: worded(modes.lookup),
          payments: worded(modes.payments) + (modes.sandbox ? ' · sandbox' : ''),
        })
  /** @type {Coverage | undefined} */
  const coverage = await ask('connection', {
    method: 'GET',
    path: '/api/v1/coverage',
    headers: 'key',
  })
  if (coverage === undefined) return
  const states = Array.isArray(coverage?.results) ? coverage.results : []
  const covered = states.filter(({ consultation }) => consultation)
  say('connection', `${reached} ${count(connection.covered, covered.length)}`)
}

/** Whatever comes from a simulated service is marked as such for as long as it is shown. */
function showBanner() {
  const banner = byId('banner', HTMLElement)
  const { modes } = session
  banner.hidden = modes === null || modes === undefined
  if (modes === null || modes === undefined) return
  const isSimulated = modes.lookup === 'mock' || modes.payments === 'mock' || modes.sandbox
  const [word, note] = isSimulated
    ? [texts.simulated, texts.simulatedNote]
    : [texts.live, texts.liveNote]
  banner.className = `banner ${isSimulated ? 'simulated' : 'live'}`
  banner.replaceChildren(el('strong', {}, word), note)
}
