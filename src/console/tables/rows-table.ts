/** A table whose rows are all in memory: searched, sorted, paged, and given as a file. */
import type { FastifyReply } from 'fastify'
import type { Html } from '../../html.ts'
import { LISTED_ROWS } from '../../ledger/listings/listed-page.ts'
import { searchFor } from '../../ledger/listings/search-text.ts'
import type { PageSetting } from '../frame/page.ts'
import { sendCsv, type CsvToSend } from './send-csv.ts'
import type { TableColumn } from './table-columns.ts'
import { tableView, type TableParts } from './table-view.ts'

type RowsTable<Row> = Omit<TableParts<Row>, 'rows' | 'count' | 'filters'> & {
  readonly rows: readonly Row[]
  /** What is searched for; absent: no search. */
  readonly search?: string
}

export function rowsView<Row>(setting: PageSetting, table: RowsTable<Row>): Html {
  const { query, search } = table
  const found = foundRows(table)
  const from = (query.page - 1) * LISTED_ROWS
  return tableView(setting, {
    ...table,
    filters: search === undefined ? [] : [{ name: 'q', label: search }],
    rows: found.slice(from, from + LISTED_ROWS),
    count: found.length,
  })
}

export function sendRows<Row>(
  reply: FastifyReply,
  file: Pick<RowsTable<Row>, 'query' | 'rows'> & Omit<CsvToSend<Row>, 'read'>,
): FastifyReply {
  const found = foundRows(file)
  const read: CsvToSend<Row>['read'] = async ({ limit, offset }) =>
    found.slice(offset, offset + limit)
  return sendCsv(reply, { ...file, read })
}

/** Rows that have the searched text, in the order that was asked for. */
export function foundRows<Row>({
  columns,
  rows,
  query: { filters, sort, descending },
}: Pick<RowsTable<Row>, 'columns' | 'rows' | 'query'>): readonly Row[] {
  const has = searchFor(filters['q'] ?? '')
  const isFound = (row: Row): boolean =>
    columns.some((column) => has(String(column.value(row) ?? '')))
  const found = filters['q'] === undefined ? rows : rows.filter(isFound)
  const column = columns.find((each) => each.sort === sort)
  if (column === undefined) return found
  const way = descending ? -1 : 1
  return found.toSorted((a, b) => way * compared(column, a, b))
}

/** What is not known comes first. */
function compared<Row>(column: TableColumn<Row>, a: Row, b: Row): number {
  const [one, other] = [column.value(a) ?? '', column.value(b) ?? '']
  if (typeof one === 'string' && typeof other === 'string') return one.localeCompare(other)
  return one < other ? -1 : Number(one > other)
}
