/** The pages of a list: only the page's number goes on, never the address that an answer gives. */
import { fill } from './display.js'
import { el, quietButton } from './dom.js'
import { texts } from './page-data.js'

export const PAGE_SIZE = 10

/**
 * @param {{ count: number, next: string | null, previous: string | null }} list
 * @param {number} page
 * @param {(button: HTMLElement, page: number) => void} go
 */
export function pager(list, page, go) {
  const { records } = texts
  const turn = (/** @type {string} */ label, /** @type {number} */ to) =>
    quietButton(label, (button) => go(button, to))
  return el(
    'div',
    { class: 'actions' },
    list.previous === null ? null : turn(records.previous, page - 1),
    el('span', { class: 'soft' }, fill(records.page, { page, count: list.count })),
    list.next === null ? null : turn(records.next, page + 1),
  )
}

/**
 * @param {string} path
 * @param {{ q: string, page: number }} query
 */
export function listPath(path, { q, page }) {
  const search = new URLSearchParams({ page: String(page), page_size: String(PAGE_SIZE) })
  if (q !== '') search.set('q', q)
  return `${path}?${search}`
}
