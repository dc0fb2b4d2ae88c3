/** One page of a list: which rows are read for it, and its envelope. */
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

/** A statement whose rows are in order. */
interface Ordered<Row> {
  limit(rows: number): { offset(rows: number): { execute(): Promise<Row[]> } }
}

/** `desc` is the order of every list: newest first. */
interface List<Row> {
  ordered(way: 'asc' | 'desc'): Ordered<Row>
  count(): Promise<number>
}

/**
 * The rows of a page in list order, and the count of the list. A page of its second half is fetched
 * from the end, because fewer rows are skipped.
 */
export async function readPage<Row>(
  { number, size, offset }: Page,
  list: List<Row>,
): Promise<{ rows: Row[]; count: number }> {
  if (number === 1) {
    const rows = await list.ordered('desc').limit(size).offset(0).execute()
    // A first page that is not full is the whole list, which spares a count.
    return { rows, count: rows.length < size ? rows.length : await list.count() }
  }
  const count = await list.count()
  const limit = Math.min(size, count - offset)
  if (limit <= 0) return { rows: [], count }
  const after = count - offset - limit
  if (after >= offset) {
    return { rows: await list.ordered('desc').limit(limit).offset(offset).execute(), count }
  }
  const rows = await list.ordered('asc').limit(limit).offset(after).execute()
  return { rows: rows.toReversed(), count }
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
