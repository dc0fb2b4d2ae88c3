/** Step 6: the orders of the account, any of which can be opened again. */
import { fill, money } from './display.js'
import { byId, el, onClick, onSubmit, quietButton, replaceRow } from './dom.js'
import { openOrder, pathOf } from './order.js'
import { texts, worded } from './page-data.js'
import { showPage } from './pager.js'
import { on, session } from './session.js'
import { act, ask, say } from './step.js'

/** @typedef {import('../../../contract/order.ts').Order} Order */

export function prepareRecords() {
  onSubmit('records-form', (button) => void act(button, 'records', () => list(1)))
  onClick('records-totals', (button) => void act(button, 'records', totals))
  on('order', showState)
}

/** @param {number} page */
function list(page) {
  return showPage('records', page, { path: '/api/v1/orders', none: texts.records.none, row })
}

/** @param {Order} order */
function row(order) {
  const { open } = texts.records
  const facts = [worded(order.method), worded(order.status), money(order.total_amount, texts.lang)]
  const button = quietButton(open, (each) => void act(each, 'records', () => reopen(order)), {
    'aria-label': `${open} ${order.plate} ${facts.join(' ')}`,
  })
  return el(
    'li',
    { class: 'row', 'data-id': order.id },
    el(
      'span',
      { class: 'grow' },
      el('b', { class: 'plate' }, order.plate),
      ' ',
      el('span', { class: 'soft' }, facts.join(' · ')),
    ),
    button,
  )
}

function showState() {
  const { order } = session
  if (order !== null) replaceRow('records-list', order.id, () => row(order))
}

/** @param {Order} order */
async function reopen(order) {
  /** @type {Order | undefined} */
  const found = await ask('records', { method: 'GET', path: pathOf(order) })
  if (found === undefined) return
  openOrder(found)
  byId('step-order', HTMLElement).scrollIntoView()
}

async function totals() {
  /** @type {import('../../../contract/summary.ts').OrderSummary | undefined} */
  const summary = await ask('records', { method: 'GET', path: '/api/v1/orders/summary' })
  if (summary === undefined) return
  const { count, total_amount } = summary
  say('records', fill(texts.records.summary, { count, money: money(total_amount, texts.lang) }))
}
