/** Pays an order with a test card, whose data leave the page with the request and at once. */
import { maskedCard } from './curl.js'
import { byId, onSubmit, valueOf } from './dom.js'
import { followOrder, isConfirmed, pathOf } from './order.js'
import { session, setOrder } from './session.js'
import { act, ask } from './step.js'

const TYPED = ['card-holder', 'card-number', 'card-expiry', 'card-cvc']
const EXPIRY = '12/39'

export function prepareCardForm() {
  onSubmit('card-form', (button) => void act(button, 'order', pay))
  for (const button of document.querySelectorAll('button[data-card]')) {
    button.addEventListener('click', () => fillIn(button.getAttribute('data-card') ?? ''))
  }
  // A page that comes back from the browser's memory brings no card with it.
  window.addEventListener('pagehide', clear)
}

/** @param {string} number */
function fillIn(number) {
  const cvc = number.startsWith('3') ? '1234' : '123'
  const values = ['FULANO DE TAL', number, EXPIRY, cvc]
  for (const [at, id] of TYPED.entries()) byId(id, HTMLInputElement).value = values[at] ?? ''
}

async function pay() {
  const { order } = session
  if (order === null || !isConfirmed()) return
  const card = {
    holder_name: valueOf('card-holder'),
    number: valueOf('card-number').replaceAll(/[\s-]/g, ''),
    expiry: valueOf('card-expiry'),
    cvc: valueOf('card-cvc'),
    installments: Number(valueOf('card-installments')),
  }
  clear()
  /** @type {import('../../../contract/order.ts').Order | undefined} */
  const paid = await ask('order', {
    method: 'POST',
    path: `${pathOf(order)}/pay-card`,
    body: card,
    shownBody: maskedCard(card),
  })
  if (paid === undefined) return
  setOrder(paid)
  if (paid.status !== 'awaiting_payment') void followOrder()
}

function clear() {
  for (const id of TYPED) byId(id, HTMLInputElement).value = ''
}
