/** Pure. The envelope of a list, with the addresses of its neighbours. */
import { PAGE_MAX, PAGE_SIZE_DEFAULT } from '../../contract/limits.ts'

export interface Page {
  readonly number: number
  readonly size: number
  readonly offset: number
}

export function pageAsked(query: { page?: number; page_size?: number }): Page {
  const number = query.page ?? 1
  const size = query.page_size ?? PAGE_SIZE_DEFAULT
  return { number, size, offset: (number - 1) * size }
}

/** The list's count where its last page shows it, which spares a count; else undefined. */
export function countTold(page: Page, rows: number): number | undefined {
  const isLast = rows < page.size && (rows > 0 || page.offset === 0)
  return isLast ? page.offset + rows : undefined
}

/** Rows to skip (`offset`) and to take (`limit`), in list order or backwards. */
export interface Scan {
  readonly backwards: boolean
  readonly offset: number
  readonly limit: number
}

/** Fetches a page of the list's second half from the end, because fewer rows are skipped. */
export function scanOf(page: Page, count: number): Scan {
  const limit = Math.max(0, Math.min(page.size, count - page.offset))
  const after = count - page.offset - limit
  const backwards = limit > 0 && after < page.offset
  return { backwards, offset: backwards ? after : page.offset, limit }
}

/** A page beyond the last is empty, and its `previous` leads back to the last one. */
export function pageOf<Item>(url: URL, page: Page, count: number, results: Item[]) {
  const last = Math.max(1, Math.ceil(count / page.size))
  const address = (number: number): string => {
    const neighbour = new URL(url)
    neighbour.searchParams.set('page', String(number))
    return neighbour.href
  }
  return {
    count,
    next: page.number < Math.min(last, PAGE_MAX) ? address(page.number + 1) : null,
    previous: page.number > 1 ? address(Math.min(page.number - 1, last)) : null,
    results,
  }
}
