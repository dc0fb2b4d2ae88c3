/** An order as a card: where it stands, what it costs, and what pays it. */
import { day, fill, money, moment } from './display.js'
import { el, quietButton } from './dom.js'
import { copied } from './exchange-log.js'
import { texts, worded } from './page-data.js'

/**
 * @typedef {import('../../../contract/order.ts').Order} Order
 * @typedef {import('../../../contract/order.ts').Attempt} Attempt
 */

const GOOD = ['paid', 'settling', 'settled']
const BAD = ['expired', 'failed', 'refunded', 'declined']

/** @param {string} status */
function tag(status) {
  const tone = GOOD.includes(status) ? 'good' : BAD.includes(status) ? 'bad' : 'warn'
  return el('span', { class: `tag ${tone}`, title: status }, worded(status))
}

/** @param {Order} order */
export function orderCard(order) {
  const { order: words, lang } = texts
  const amount = (/** @type {string} */ label, /** @type {string} */ value) =>
    el('div', {}, el('dt', {}, label), el('dd', {}, money(value, lang)))
  const when = (/** @type {'created_at' | 'paid_at' | 'settled_at'} */ name) => {
    const at = order[name]
    return at ? el('div', {}, el('dt', {}, words[name]), el('dd', {}, moment(at, lang))) : null
  }
  const hasRefund = /[1-9]/.test(order.refunded_amount)
  return el(
    'article',
    { class: 'card', 'data-status': order.status },
    el('h3', {}, fill(words.heading, { plate: order.plate }), ' ', tag(order.status)),
    el('p', { class: 'soft' }, `${worded(order.method)} · ${order.purpose}`),
    el('p', { class: 'soft' }, el('code', {}, order.id)),
    el(
      'dl',
      {},
      amount(words.debts, order.debts_amount),
      amount(words.fee, order.service_fee),
      amount(words.total, order.total_amount),
      hasRefund ? amount(words.refunded, order.refunded_amount) : null,
      when('created_at'),
      when('paid_at'),
      when('settled_at'),
    ),
    order.latest_attempt === null ? null : attemptPart(order.latest_attempt),
    itemsPart(order),
  )
}

/** @param {Attempt} attempt */
function attemptPart(attempt) {
  const { order: words, lang } = texts
  /** @type {HTMLElement[]} */
  const parts = [el('h4', {}, words.attempt, ' ', tag(attempt.status))]
  if (attempt.method === 'pix') {
    const code = attempt.pix_copy_paste ?? ''
    if (code === '') parts.push(el('p', { class: 'soft' }, words.pixMissing))
    else parts.push(...copyable(words.pixCode, code))
    const until = attempt.pix_expires_at
    if (until) {
      const at = moment(until, lang)
      parts.push(el('p', { class: 'soft' }, fill(words.pixUntil, { at })))
    }
  }
  if (attempt.boleto_line) parts.push(...copyable(words.boletoLine, attempt.boleto_line))
  if (attempt.boleto_barcode) parts.push(...copyable(words.boletoBarcode, attempt.boleto_barcode))
  if (attempt.boleto_due_date) {
    const due = day(attempt.boleto_due_date, lang)
    parts.push(el('p', { class: 'soft' }, fill(words.boletoDue, { day: due })))
  }
  if (attempt.card_last_digits) {
    const card = fill(words.card, {
      digits: attempt.card_last_digits,
      n: attempt.installments ?? 1,
      money: money(attempt.charged_amount ?? '', lang),
    })
    parts.push(el('p', {}, card))
  }
  if (attempt.message) parts.push(el('p', { class: 'note' }, attempt.message))
  return el('div', { class: 'attempt' }, ...parts)
}

/**
 * @param {string} label
 * @param {string} code
 */
function copyable(label, code) {
  const copy = quietButton(texts.log.copy, () => void copied(code), {
    'aria-label': `${texts.log.copy}: ${label}`,
  })
  return [
    el('p', { class: 'bar' }, el('span', {}, label), copy),
    el(
      'pre',
      { tabindex: '0', role: 'region', class: 'code', 'aria-label': label },
      el('code', {}, code),
    ),
  ]
}

/** @param {Order} order */
function itemsPart({ items }) {
  if (items === undefined || items.length === 0) return null
  const rows = items.map((item) =>
    el(
      'li',
      { class: 'row' },
      el('span', { class: 'grow' }, item.description ?? ''),
      item.settlement_status ? tag(item.settlement_status) : null,
      el('span', { class: 'amount' }, money(item.amount, texts.lang)),
    ),
  )
  const summary = el('summary', {}, `${texts.order.items} (${items.length})`)
  return el('details', {}, summary, el('ul', { class: 'rows' }, ...rows))
}
