/** The pages of a list: only the page's number goes on, never the address that an answer gives. */
import { fill } from './display.js'
import { byId, el, quietButton, valueOf } from './dom.js'
import { texts } from './page-data.js'
import { act, ask } from './step.js'

const PAGE_SIZE = 10

/**
 * Reads one page of a step's list and shows it, with buttons that lead to its neighbours.
 * @template Item
 * @param {'vehicles' | 'records'} step
 * @param {number} page
 * @param {{ path: string, none: string, row: (item: Item) => HTMLElement }} list
 */
export async function showPage(step, page, list) {
  const search = new URLSearchParams({ page: String(page), page_size: String(PAGE_SIZE) })
  const q = valueOf(`${step}-q`)
  if (q !== '') search.set('q', q)
  /** @type {{ count: number, next: unknown, previous: unknown, results: Item[] } | undefined} */
  const found = await ask(step, { method: 'GET', path: `${list.path}?${search}` })
  if (found === undefined) return
  const { count, next, previous, results } = found
  const box = byId(`${step}-list`, HTMLElement)
  if (results.length === 0) {
    box.replaceChildren(el('p', { class: 'soft' }, list.none))
    return
  }
  const { records } = texts
  const turn = (/** @type {string} */ label, /** @type {number} */ to) =>
    quietButton(label, (button) => void act(button, step, () => showPage(step, to, list)))
  box.replaceChildren(
    el('ul', { class: 'rows' }, ...results.map(list.row)),
    el(
      'div',
      { class: 'actions' },
      previous === null ? null : turn(records.previous, page - 1),
      el('span', { class: 'soft' }, fill(records.page, { page, count })),
      next === null ? null : turn(records.next, page + 1),
    ),
  )
}
