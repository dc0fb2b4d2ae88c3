/** Step 4: chooses what to pay and previews what it costs. */
import { choose, chooseAll, hindrance, paidTwice } from './choose-items.js'
import { count, day, fill, money, sum } from './display.js'
import { byId, el, onClick, onSubmit } from './dom.js'
import { texts, worded } from './page-data.js'
import { on, session } from './session.js'
import { act, ask, say } from './step.js'

/**
 * @typedef {import('../../../contract/debt-item.ts').DebtItem} DebtItem
 * @typedef {import('../../../contract/checkout.ts').Preview} Preview
 */

export function prepareDebts() {
  on('items', showItems)
  onClick('debts-all', () => choice(chooseAll(session.items ?? [])))
  onClick('debts-clear', () => choice(new Set()))
  const form = byId('debts-form', HTMLElement)
  form.addEventListener('change', () => choice(new Set(session.chosen)))
  onSubmit('debts-form', (button) => void act(button, 'debts', preview))
}

export function chosenMethod() {
  const checked = document.querySelector('input[name="method"]:checked')
  return checked instanceof HTMLInputElement ? checked.value : 'pix'
}

function showItems() {
  const items = session.items ?? []
  byId('debts-none', HTMLElement).hidden = session.items !== null
  byId('debts-form', HTMLElement).hidden = items.length === 0
  byId('debt-items', HTMLElement).replaceChildren(...items.map((item) => row(item, items)))
  choice(new Set())
}

/**
 * @param {DebtItem} item
 * @param {readonly DebtItem[]} items
 */
function row(item, items) {
  const { debts, lang } = texts
  const why = hindrance(item, items)
  const box = el('input', { type: 'checkbox', 'data-item': item.id, autocomplete: 'off' })
  box.disabled = why !== null
  box.addEventListener('change', () => choice(choose(session.chosen, item, box.checked, items)))
  const due = item.due_date ? fill(debts.due, { day: day(item.due_date, lang) }) : ''
  const facts = [worded(item.kind), String(item.year ?? ''), due].filter(Boolean).join(' · ')
  const partner = item.depends_on_description ?? ''
  const notes = [
    why === null ? '' : debts[why],
    partner && fill(debts.dependsOn, { what: partner }),
  ]
  const label = el(
    'label',
    { class: why === null ? 'row' : 'row off' },
    box,
    el(
      'span',
      { class: 'grow' },
      el('b', {}, item.description ?? ''),
      el('span', { class: 'line soft' }, facts),
      ...notes.filter(Boolean).map((note) => el('span', { class: 'line note' }, note)),
    ),
    el('span', { class: 'amount' }, money(item.amount, lang)),
  )
  return el('li', {}, label)
}

/** @param {Set<string>} chosen */
function choice(chosen) {
  byId('preview-grid', HTMLElement).replaceChildren()
  say('debts', '')
  session.chosen = chosen
  const items = session.items ?? []
  for (const box of document.querySelectorAll('input[data-item]')) {
    if (box instanceof HTMLInputElement) box.checked = chosen.has(box.dataset['item'] ?? '')
  }
  const amounts = items.filter(({ id }) => chosen.has(id)).map(({ amount }) => amount)
  const total = money(sum(amounts), texts.lang)
  byId('debts-sum', HTMLElement).textContent = count(texts.debts.sum, chosen.size, { money: total })
  const years = paidTwice(chosen, items)
  const warning = byId('debts-alternatives', HTMLElement)
  warning.hidden = years.length === 0
  warning.textContent = fill(texts.debts.alternatives, { year: years.join(', ') })
}

async function preview() {
  const { debts, lang } = texts
  byId('preview-grid', HTMLElement).replaceChildren()
  const { chosen } = session
  const body = { debt_item_ids: [...chosen], method: chosenMethod() }
  /** @type {Preview | undefined} */
  const found = await ask('debts', { method: 'POST', path: '/api/v1/checkout/preview', body })
  if (found === undefined || chosen !== session.chosen) return
  const { debts_amount, service_fee, total_amount, installments } = found
  say(
    'debts',
    fill(debts.previewed, {
      debts: money(debts_amount, lang),
      fee: money(service_fee, lang),
      total: money(total_amount, lang),
    }),
  )
  if (Array.isArray(installments) && installments.length > 1) showGrid(installments)
}

/** @param {Preview['installments']} installments */
function showGrid(installments) {
  const { debts, lang } = texts
  const cells = (/** @type {'th' | 'td'} */ tag, /** @type {readonly string[]} */ values) =>
    el('tr', {}, ...values.map((value) => el(tag, tag === 'th' ? { scope: 'col' } : {}, value)))
  const rows = installments.map((each) =>
    cells('td', [
      `${each.installments}x`,
      money(each.installment_amount, lang),
      money(each.total_amount, lang),
    ]),
  )
  const head = cells('th', [debts.installments, debts.each, debts.total])
  const caption = el('caption', {}, debts.grid)
  const table = el('table', {}, caption, el('thead', {}, head), el('tbody', {}, ...rows))
  byId('preview-grid', HTMLElement).replaceChildren(table)
}
