/** Pure. What a person asked of a table, from the address and back to it. */
import { fieldsOf } from '../../fields.ts'

export interface TableQuery {
  /** Keys of filters, the search among them as `q`; empty values are left out. */
  readonly filters: Readonly<Record<string, string>>
  readonly sort: string
  readonly descending: boolean
  /** From 1. */
  readonly page: number
}

export interface QueryShape {
  /** Names of the filters that the table knows. */
  readonly filters: readonly string[]
  /** Names of the orders that the table knows; the first is the default. */
  readonly sorts: readonly string[]
  /** Orders whose first click shows the largest first. */
  readonly largestFirst?: readonly string[]
}

/** A cost centre's name, and its mark. */
const FILTER_CHARACTERS_MAX = 200
/** Beyond it the database would sort and throw away more than anybody pages through. */
const PAGES_MAX = 5_000

/** Whatever is unknown or malformed in the address is as if it were not there. */
export function readQuery(asked: unknown, shape: QueryShape): TableQuery {
  const fields = fieldsOf(asked)
  const text = (name: string): string => {
    const value = fields[name]
    return typeof value === 'string' ? value.trim().slice(0, FILTER_CHARACTERS_MAX) : ''
  }
  const filters = Object.fromEntries(
    shape.filters.map((name) => [name, text(name)] as const).filter(([, value]) => value !== ''),
  )
  const [first = ''] = shape.sorts
  const sort = shape.sorts.includes(text('sort')) ? text('sort') : first
  const isLargest = shape.largestFirst?.includes(sort) === true
  const way = text('way')
  const page = /^[1-9][0-9]{0,5}$/.test(text('page')) ? Number(text('page')) : 1
  return {
    filters,
    sort,
    descending: way === 'down' || (way !== 'up' && isLargest),
    page: Math.min(page, PAGES_MAX),
  }
}

/** `path` with the query; what differs from `query` is given in `changes`. */
export function addressOf(
  path: string,
  query: TableQuery,
  changes: Partial<TableQuery> = {},
): string {
  const { filters, sort, descending, page } = { ...query, ...changes }
  const parts = new URLSearchParams(filters)
  parts.set('sort', sort)
  parts.set('way', descending ? 'down' : 'up')
  if (page > 1) parts.set('page', String(page))
  return `${path}?${parts.toString()}`
}
