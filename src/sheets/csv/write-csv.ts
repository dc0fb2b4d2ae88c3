import { Temporal } from 'temporal-polyfill'
import { escapeFormula } from './escape-formula.ts'
import { formatRecords, type CsvOutput } from './format-records.ts'

/**
 * Streams rows as CSV in one of two flavours. `excel` is what a Brazilian Excel opens with a double
 * click: BOM, semicolons, CRLF, decimal comma, dates as dd/mm/aaaa. `machine` is what programs
 * read: UTF-8, commas, LF, decimal point, ISO 8601.
 */
export type CsvFlavour = 'excel' | 'machine'

/** A value by its column's kind; null is an empty cell. */
export type CsvColumn<Row> = { readonly header: string } & (
  | { readonly kind: 'text'; readonly cell: (row: Row) => string | null }
  /**
   * Digits that are no number: RENAVAM, document, boleto line. Excel would drop their zeros and
   * round their end, quotes or not; `="..."` is the one form that it keeps as text without showing
   * anything else, and intake reads it back. Only letters and digits are ever put inside.
   */
  | { readonly kind: 'code'; readonly cell: (row: Row) => string | null }
  /** Cents. */
  | { readonly kind: 'money'; readonly cell: (row: Row) => bigint | null }
  | { readonly kind: 'integer'; readonly cell: (row: Row) => number | bigint | null }
  /** YYYY-MM-DD. */
  | { readonly kind: 'date'; readonly cell: (row: Row) => string | null }
  /** ISO 8601 with an offset. */
  | { readonly kind: 'instant'; readonly cell: (row: Row) => string | null }
)

/** How a file of each flavour is cut into cells. */
export const CSV_OUTPUTS = {
  excel: { delimiter: ';', quote: '"', lineEnd: '\r\n' },
  machine: { delimiter: ',', quote: '"', lineEnd: '\n' },
} as const satisfies Record<CsvFlavour, CsvOutput>

export const BYTE_ORDER_MARK = '\uFEFF'

/** Rows that are turned into bytes together. */
const ROWS_PER_PIECE = 500

const CODE = /^[0-9A-Za-z]+$/

/**
 * `timeZone`: of instants in the excel flavour; the machine flavour leaves them as given.
 * `withHeader`: false for the rows that follow those of an earlier call.
 */
export async function* writeCsv<Row>(
  flavour: CsvFlavour,
  columns: readonly CsvColumn<Row>[],
  rows: AsyncIterable<Row> | Iterable<Row>,
  {
    timeZone,
    withHeader = true,
  }: { readonly timeZone?: string; readonly withHeader?: boolean } = {},
): AsyncGenerator<Uint8Array> {
  const output = CSV_OUTPUTS[flavour]
  const encoder = new TextEncoder()
  const style = flavour === 'excel' ? excelStyle(timeZone) : MACHINE
  const header = formatRecords([columns.map((column) => escapeFormula(column.header))], output)
  if (withHeader) yield encoder.encode(flavour === 'excel' ? BYTE_ORDER_MARK + header : header)
  let piece: string[][] = []
  for await (const row of rows) {
    piece.push(columns.map((column) => formatCell(column, row, style)))
    if (piece.length < ROWS_PER_PIECE) continue
    yield encoder.encode(formatRecords(piece, output))
    piece = []
  }
  if (piece.length > 0) yield encoder.encode(formatRecords(piece, output))
}

/** What the flavours write differently. */
interface Style {
  readonly code: (code: string) => string
  readonly point: '.' | ','
  readonly date: (date: string) => string
  readonly instant: (instant: string) => string
}

const MACHINE: Style = {
  code: (code) => code,
  point: '.',
  date: (date) => date,
  instant: (instant) => instant,
}

function excelStyle(timeZone = 'UTC'): Style {
  return {
    code: (code) => `="${code}"`,
    point: ',',
    date: brazilianDate,
    instant: (instant) => brazilianInstant(instant, timeZone),
  }
}

function formatCell<Row>(column: CsvColumn<Row>, row: Row, style: Style): string {
  const { kind } = column
  if (kind === 'money') {
    const cents = column.cell(row)
    return cents === null ? '' : decimal(cents, style.point)
  }
  if (kind === 'integer') return column.cell(row)?.toString() ?? ''
  const text = column.cell(row) ?? ''
  if (text === '') return ''
  if (kind === 'date') return style.date(text)
  if (kind === 'instant') return style.instant(text)
  return kind === 'code' && CODE.test(text) ? style.code(text) : escapeFormula(text)
}

/** Written here and not taken from the fleet vocabulary: this folder knows CSV and nothing else. */
function decimal(cents: bigint, point: '.' | ','): string {
  const digits = (cents < 0n ? -cents : cents).toString().padStart(3, '0')
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}${point}${digits.slice(-2)}`
}

function brazilianDate(date: string): string {
  const parts = /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/.exec(date)
  return parts === null ? date : `${parts[3]}/${parts[2]}/${parts[1]}`
}

function brazilianInstant(instant: string, timeZone: string): string {
  const local = Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone).toPlainDateTime()
  return `${brazilianDate(local.toPlainDate().toString())} ${local.toString().slice(11, 19)}`
}
