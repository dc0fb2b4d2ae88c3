/** What a column of a table is: for the page and, from the same value, for the file. */
import type { Content } from '../../html.ts'
import type { CsvColumn } from '../../sheets/csv/write-csv.ts'
import { veilDocuments } from '../../fleet/veil-documents.ts'
import { REAL, SIMULATED } from '../../reconciliation/reports/files/columns.ts'
import type { Display } from '../../reconciliation/reports/words/display.ts'

export type TableColumn<Row> = {
  readonly title: string
  /** The order by this column, if it has one. */
  readonly sort?: string
  /** Hidden at phone width. */
  readonly wide?: boolean
  /** Instead of the plain value, for the page alone; null: this column is only in the file. */
  readonly cell?: ((row: Row) => Content) | null
} & (
  | { readonly kind: 'text' | 'code' | 'date' | 'instant'; value(row: Row): string | null }
  | { readonly kind: 'money'; value(row: Row): bigint | null }
  | { readonly kind: 'integer'; value(row: Row): number | null }
)

export function shownCell<Row>(column: TableColumn<Row>, row: Row, display: Display): Content {
  if (typeof column.cell === 'function') return column.cell(row)
  switch (column.kind) {
    case 'money': {
      const cents = column.value(row)
      return cents === null ? '' : display.money(cents)
    }
    case 'integer': {
      const count = column.value(row)
      return count === null ? '' : display.count(count)
    }
    case 'date':
      return display.date(column.value(row))
    case 'instant':
      return display.instant(column.value(row))
    case 'text':
    case 'code':
      return column.value(row) ?? ''
  }
}

/** Figures stand at the right, so that they can be compared. */
export function isFigure<Row>({ kind }: TableColumn<Row>): boolean {
  return kind === 'money' || kind === 'integer'
}

/** Whatever becomes of a file, its rows say whether they are real, as those of the reports do. */
export function csvColumnsOf<Row>(
  columns: readonly TableColumn<Row>[],
  origin: string,
  isSimulated: (row: Row) => boolean,
): CsvColumn<Row>[] {
  return [
    ...columns.map(csvColumn),
    { header: origin, kind: 'text', cell: (row) => (isSimulated(row) ? SIMULATED : REAL) },
  ]
}

function csvColumn<Row>(column: TableColumn<Row>): CsvColumn<Row> {
  const { title: header } = column
  switch (column.kind) {
    case 'money':
      return { header, kind: 'money', cell: (row) => column.value(row) }
    case 'integer':
      return { header, kind: 'integer', cell: (row) => column.value(row) }
    case 'text':
      return { header, kind: 'text', cell: (row) => veilDocuments(column.value(row) ?? '') }
    case 'code':
    case 'date':
    case 'instant':
      return { header, kind: column.kind, cell: (row) => column.value(row) }
  }
}

type More<Row> = Pick<TableColumn<Row>, 'sort' | 'wide' | 'cell'>

export function text<Row>(
  title: string,
  value: (row: Row) => string | null,
  more: More<Row> = {},
): TableColumn<Row> {
  return { title, kind: 'text', value, ...more }
}

export function money<Row>(
  title: string,
  value: (row: Row) => bigint | null,
  more: More<Row> = {},
): TableColumn<Row> {
  return { title, kind: 'money', value, ...more }
}

export function instant<Row>(
  title: string,
  value: (row: Row) => Date | string | null,
  more: More<Row> = {},
): TableColumn<Row> {
  const iso = (at: Date | string | null): string | null =>
    at instanceof Date ? at.toISOString() : at
  return { title, kind: 'instant', value: (row) => iso(value(row)), ...more }
}
