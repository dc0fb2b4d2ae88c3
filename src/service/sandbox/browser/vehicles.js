/** Step 2, second half: picks a vehicle of the account, or deactivates one. */
import { count, fill, money } from './display.js'
import { byId, el, onClick, onSubmit, quietButton, replaceRow } from './dom.js'
import { texts } from './page-data.js'
import { showPage } from './pager.js'
import { on, renewVehicle, session, setVehicle } from './session.js'
import { act, ask, say } from './step.js'

/** @typedef {import('../../../contract/vehicle.ts').Vehicle} Vehicle */

export function prepareVehicles() {
  onSubmit('vehicles-form', (button) => void act(button, 'vehicles', () => list(1)))
  onClick('vehicles-totals', (button) => void act(button, 'vehicles', totals))
  on('vehicle', showChosen)
  on('numbers', showNumbers)
}

/** Reads the chosen vehicle again, since a consultation or an order has changed its debts. */
export async function readAgain() {
  const { vehicle } = session
  if (vehicle === null) return
  const path = `/api/v1/vehicles/${encodeURIComponent(vehicle.id)}`
  /** @type {Vehicle | undefined} */
  const read = await ask('vehicles', { method: 'GET', path })
  if (read !== undefined) renewVehicle(read)
}

/** @param {number} page */
function list(page) {
  return showPage('vehicles', page, { path: '/api/v1/vehicles', none: texts.vehicle.none, row })
}

/** @param {Vehicle} vehicle */
function row(vehicle) {
  const { vehicle: words } = texts
  const { plate } = vehicle
  const use = quietButton(words.use, () => setVehicle(vehicle), {
    'aria-label': `${words.use} ${plate}`,
  })
  let isSure = false
  const deactivate = quietButton(
    words.deactivate,
    (button) => {
      if (isSure) return void act(button, 'vehicles', () => remove(vehicle))
      isSure = true
      button.textContent = words.confirm
      button.setAttribute('aria-label', `${words.confirm} ${plate}`)
      button.classList.add('danger')
    },
    { 'aria-label': `${words.deactivate} ${plate}` },
  )
  return el(
    'li',
    { class: 'row', 'data-id': vehicle.id },
    el('span', {}, ...describe(vehicle)),
    el('span', { class: 'row-actions' }, use, deactivate),
  )
}

/**
 * @param {Vehicle} vehicle
 * @returns {(Node | string)[]}
 */
function describe({ plate, uf, renavam, nickname, open_debts_count, open_debts_amount }) {
  const amount = money(open_debts_amount, texts.lang)
  const facts = [uf, renavam, nickname].filter(Boolean).join(' · ')
  return [
    el('b', { class: 'plate' }, plate),
    ' ',
    el('span', { class: 'soft' }, facts),
    el('span', { class: 'line' }, count(texts.vehicle.debts, open_debts_count, { money: amount })),
  ]
}

/** @param {Vehicle} vehicle */
async function remove({ id, plate }) {
  const path = `/api/v1/vehicles/${encodeURIComponent(id)}`
  const gone = await ask('vehicles', { method: 'DELETE', path })
  if (gone === undefined) return
  if (session.vehicle?.id === id) setVehicle(null)
  await list(1)
  say('vehicles', fill(texts.vehicle.deactivated, { plate }))
}

async function totals() {
  /** @type {import('../../../contract/summary.ts').VehicleSummary | undefined} */
  const summary = await ask('vehicles', { method: 'GET', path: '/api/v1/vehicles/summary' })
  if (summary === undefined) return
  const { total, with_debts, clear, never_consulted } = summary
  say('vehicles', fill(texts.vehicle.summary, { total, with_debts, clear, never_consulted }))
}

function showNumbers() {
  showChosen()
  const { vehicle } = session
  if (vehicle !== null) replaceRow('vehicles-list', vehicle.id, () => row(vehicle))
}

function showChosen() {
  const box = byId('chosen-vehicle', HTMLElement)
  const { vehicle } = session
  box.hidden = vehicle === null
  if (vehicle === null) return
  box.replaceChildren(el('span', { class: 'soft' }, `${texts.vehicle.chosen}: `))
  box.append(...describe(vehicle))
}
