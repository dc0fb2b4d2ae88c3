/** Step 5: creates an order, pays it with Pix, and follows it until it is settled. */
import { chosenMethod } from './debts.js'
import { fill } from './display.js'
import { byId, onClick } from './dom.js'
import { follow, READS_MAX } from './follow.js'
import { orderCard } from './order-card.js'
import { texts } from './page-data.js'
import { on, session, setOrder } from './session.js'
import { act, ask, complain, say, stumble } from './step.js'
import { readAgain } from './vehicles.js'

/** @typedef {import('../../../contract/order.ts').Order} Order */

const FINAL = ['settled', 'expired', 'failed', 'refunded']

let following = new AbortController()
let isFollowing = false
/** What is shown now, so that a read without news leaves focus and selection alone. */
let shown = ''

export function prepareOrder() {
  onClick('order-create', (button) => void act(button, 'order', create))
  onClick('order-simulate', (button) => void act(button, 'order', () => pix('simulate-pix')))
  onClick('order-renew', (button) => void act(button, 'order', () => pix('pix')))
  onClick('order-follow', () => {
    if (!isFollowing) return void followOrder()
    stopFollowing()
    say('order', '')
  })
  on('order', showOrder)
  on('modes', showConfirmation)
}

/** Whether the service charges for real, as far as anybody knows. */
function isReal() {
  const { modes } = session
  return modes !== undefined && (modes === null || (modes.payments !== 'mock' && !modes.sandbox))
}

function showConfirmation() {
  byId('order-real', HTMLElement).hidden = !isReal()
  byId('order-real-check', HTMLInputElement).checked = false
}

/** @returns {boolean} true when an order or a payment may be sent */
export function isConfirmed() {
  if (!isReal() || byId('order-real-check', HTMLInputElement).checked) return true
  say('order', texts.order.realNeeded, 'warn')
  return false
}

async function create() {
  if (session.chosen.size === 0) return say('order', texts.order.chooseFirst, 'warn')
  if (!isConfirmed()) return
  const body = { debt_item_ids: [...session.chosen], method: chosenMethod() }
  /** @type {Order | undefined} */
  const order = await ask('order', { method: 'POST', path: '/api/v1/orders', body })
  if (order === undefined) return
  openOrder(order)
  say('order', texts.order.created)
  const isWaiting = order.latest_attempt?.pix_copy_paste === '' && order.method === 'pix'
  if (isWaiting) void followOrder()
}

/** @param {Order} order */
export function openOrder(order) {
  stopFollowing()
  setOrder(order)
}

function stopFollowing() {
  following.abort()
  following = new AbortController()
  isFollowing = false
  nameButton()
}

/** @param {Order} order */
export function pathOf({ id }) {
  return `/api/v1/orders/${encodeURIComponent(id)}`
}

/** @param {'pix' | 'simulate-pix'} action */
async function pix(action) {
  if (session.order === null || !isConfirmed()) return
  const path = `${pathOf(session.order)}/${action}`
  /** @type {Order | undefined} */
  const order = await ask('order', { method: 'POST', path })
  if (order === undefined) return
  setOrder(order)
  if (!isFollowing) void followOrder()
}

/** Until it is final, or the reader stops it. */
export async function followOrder() {
  const { order } = session
  if (order === null) return
  following.abort()
  const own = new AbortController()
  following = own
  isFollowing = true
  nameButton()
  say('order', texts.order.following, 'busy')
  try {
    const ended = await follow({
      path: pathOf(order),
      /** @param {Order} read */
      onRead: (read) => {
        setOrder(read)
        return FINAL.includes(read.status)
      },
      signal: own.signal,
    })
    if (typeof ended === 'object') complain('order', ended)
    else if (ended === 'done') {
      say('order', texts.order.ended)
      await readAgain()
    } else if (ended === 'paused') say('order', fill(texts.order.paused, { n: READS_MAX }), 'warn')
  } catch (error) {
    stumble('order', error)
  } finally {
    if (following === own) {
      isFollowing = false
      nameButton()
    }
  }
}

function nameButton() {
  const { follow: start, stop } = texts.order
  byId('order-follow', HTMLButtonElement).textContent = isFollowing ? stop : start
}

function showOrder() {
  const { order } = session
  if (order === null) {
    stopFollowing()
    say('order', '')
  }
  const now = JSON.stringify(order)
  if (now === shown) return
  shown = now
  byId('order-none', HTMLElement).hidden = order !== null
  byId('order-actions', HTMLElement).hidden = order === null
  const isOpenPix = order?.method === 'pix' && order.status === 'awaiting_payment'
  byId('order-simulate', HTMLElement).hidden = !isOpenPix
  byId('order-renew', HTMLElement).hidden = !isOpenPix
  const isOpenCard = order?.method === 'credit_card' && order.status === 'awaiting_payment'
  byId('card-form', HTMLElement).hidden = !isOpenCard
  byId('order-card', HTMLElement).replaceChildren(...(order === null ? [] : [orderCard(order)]))
}
