/**
 * What a column of a report is. One table per file defines the file, its part of columns.md and its
 * control totals, so that the three cannot disagree.
 */
import type { CsvColumn } from '../../../sheets/csv/write-csv.ts'
import type { ColumnText } from '../words/columns.pt.ts'
import type { Messages } from '../words/messages.ts'
import { veilDocuments } from '../../../fleet/veil-documents.ts'

/** `words` are veiled; `flag` is yes, no or empty; every `money` column has a control total. */
export type ReportColumn<Row, Key extends string = string> = { readonly key: Key } & (
  | {
      readonly kind: 'text' | 'words' | 'code' | 'date' | 'instant'
      readonly cell: (row: Row, texts: Messages) => string | null
    }
  | { readonly kind: 'money'; readonly cell: (row: Row) => bigint | null }
  | { readonly kind: 'integer'; readonly cell: (row: Row) => number | null }
  | { readonly kind: 'flag'; readonly cell: (row: Row) => boolean | null }
)

export type ColumnTexts = Readonly<Record<string, ColumnText>>

/** Every row states its origin itself, because rows are copied from file to file. */
export const ORIGIN_KEY = 'origin'
/** Not translated: programs look for it, and it must not be overlooked. */
export const SIMULATED = 'SIMULADO'
export const REAL = 'REAL'

export function csvColumns<Row>(
  columns: readonly ReportColumn<Row>[],
  names: ColumnTexts,
  texts: Messages,
  simulated: boolean,
): CsvColumn<Row>[] {
  const origin: CsvColumn<Row> = {
    header: nameOf(names, ORIGIN_KEY),
    kind: 'text',
    cell: () => (simulated ? SIMULATED : REAL),
  }
  return [...columns.map((column) => csvColumn(column, nameOf(names, column.key), texts)), origin]
}

export function nameOf(names: ColumnTexts, key: string): string {
  return names[key]?.name ?? key
}

function csvColumn<Row>(
  column: ReportColumn<Row>,
  header: string,
  texts: Messages,
): CsvColumn<Row> {
  const { kind } = column
  if (kind === 'money') return { header, kind, cell: column.cell }
  if (kind === 'integer') return { header, kind, cell: column.cell }
  if (kind === 'flag') {
    return { header, kind: 'text', cell: (row) => flagText(column.cell(row), texts) }
  }
  if (kind === 'words') {
    return { header, kind: 'text', cell: (row) => veiled(column.cell(row, texts)) }
  }
  if (kind === 'code') {
    return { header, kind, cell: (row) => veiledUnlessCode(column.cell(row, texts)) }
  }
  return { header, kind, cell: (row) => column.cell(row, texts) }
}

/** A cell of a spreadsheet holds 32,767; nobody reads more than this. */
const TEXT_CHARACTERS_MAX = 3_000

function veiled(text: string | null): string | null {
  return text === null ? null : veilDocuments(cut(text))
}

function cut(text: string): string {
  return text.length > TEXT_CHARACTERS_MAX ? `${text.slice(0, TEXT_CHARACTERS_MAX)}…` : text
}

/** Eleven digits may be a RENAVAM or a CPF; in a `code` column they are a RENAVAM. */
function veiledUnlessCode(text: string | null): string | null {
  return text === null || /^\d*$/.test(text) ? text : veiled(text)
}

function flagText(flag: boolean | null, texts: Messages): string | null {
  return flag === null ? null : flag ? texts.yes : texts.no
}
