import type { CsvRecord } from '../../csv/split-records.ts'
import { splitLine } from '../../csv/split-records.ts'
import type { Dialect } from './dialect.ts'
import { isWrappedRow } from './dialect.ts'
import { refuse } from './explain.ts'
import type { Header } from './header.ts'
import type { Refused } from './judged.ts'
import type { IntakeLimits } from './limits.ts'
import type { RecordBatch, RecordSource } from './record-source.ts'

/** Stage four: the records after the header, and what shape each row is in. */

/** Everything that was settled before the rows. */
export interface Reading {
  readonly source: RecordSource
  readonly header: Header
  readonly limits: IntakeLimits
}

/** The bytes of a later pass are not those of the first. */
export class FileChanged extends Error {}

/** The records after the header. */
export async function* readRows({ source, header }: Reading): AsyncGenerator<RecordBatch> {
  let toSkip = header.records
  for await (const batch of source.read()) {
    const records = toSkip === 0 ? batch.records : batch.records.slice(toSkip)
    toSkip -= batch.records.length - records.length
    if (records.length > 0) yield { records, bidi: batch.bidi }
  }
}

/** A record that no spreadsheet row can be: the file is refused, whatever else it holds. */
export function refuseRecord(record: CsvRecord, reading: Reading): Refused | undefined {
  const { limits, header } = reading
  const { dialect } = reading.source
  const width = header.cells.length
  if (record.problem === 'record-too-long') {
    return refuse('F-RECORD', { limit: limits.recordCharactersMax }, record.line)
  }
  const isBroken = record.problem !== undefined || record.cells.length !== width
  if (record.lines > 2 && (isBroken || swallowedRows(record, { header, dialect }) > 1)) {
    return refuse('F-QUOTE', {}, record.line)
  }
  if (record.cells.length > limits.columnsMax) {
    const facts = { count: record.cells.length, limit: limits.columnsMax }
    return refuse('F-COLUMNS', facts, record.line)
  }
  for (const cell of record.cells) {
    if (cell.length > limits.cellCharactersMax && !isWrappedRow(record.cells, dialect)) {
      return refuse('F-CELL', { limit: limits.cellCharactersMax }, record.line)
    }
  }
  return undefined
}

/** Lines inside quoted cells that are rows themselves: two stray quotes have met. */
function swallowedRows(
  record: CsvRecord,
  { header, dialect }: { readonly header: Header; readonly dialect: Dialect },
): number {
  const width = header.cells.length
  if (record.lines === 1 || width < 2) return 0
  const inner = record.cells.flatMap((cell) => cell.split(/[\r\n]+/).slice(1))
  return inner.filter((line) => line.split(dialect.delimiter).length >= width).length
}

export interface Row {
  readonly shape: 'data' | 'blank' | 'columns' | 'quote'
  readonly cells: readonly string[]
  readonly wrapped: boolean
}

export function shapeRow(record: CsvRecord, header: Header, dialect: Dialect): Row {
  const width = header.cells.length
  const wrapped = width > 1 && isWrappedRow(record.cells, dialect)
  const cells = wrapped ? splitLine(record.cells[0] ?? '', dialect) : record.cells
  if (record.problem !== undefined || swallowedRows(record, { header, dialect }) > 0) {
    return { shape: 'quote', cells, wrapped }
  }
  if (header.verdicts.size > 0) return shapeChecked(record, { cells, wrapped }, header, dialect)
  if (cells.length === width && beginsVisibly(cells)) return { shape: 'data', cells, wrapped }
  if (areBlank(cells, 0)) return { shape: 'blank', cells, wrapped }
  return { shape: shapeOfWidth(record, cells, width), cells, wrapped }
}

/** Delimiters without anything between them at the end say nothing, so they are no extra cells. */
function shapeOfWidth(record: CsvRecord, cells: readonly string[], width: number): Row['shape'] {
  const fits = cells.length === width || (cells.length > width && areBlank(cells, width))
  if (fits) return 'data'
  return record.lines > 1 ? 'quote' : 'columns'
}

/**
 * A row of a file that an earlier check wrote back: its columns of verdicts do not count, and a row
 * that was too short then, and was filled up only to hold the verdict, is too short still.
 */
function shapeChecked(
  record: CsvRecord,
  { cells, wrapped }: Pick<Row, 'cells' | 'wrapped'>,
  header: Header,
  dialect: Dialect,
): Row {
  const own = Array.from(cells.keys()).filter((at) => !isVerdictPlace(header, at))
  if (own.every((at) => cells[at]?.trim() === '')) return { shape: 'blank', cells, wrapped }
  const cell = (name: string): string => cells[header.verdicts.get(name) ?? -1] ?? ''
  const reason = cell('frota_motivo')
  // The quote that was not closed is one more character of its cell now, until somebody mends it.
  const quote = dialect.quote ?? '"'
  if (reason.startsWith('R-QUOTE') && own.some((at) => cells[at]?.startsWith(quote) === true)) {
    return { shape: 'quote', cells, wrapped }
  }
  const before = Number(cell('frota_valor'))
  const isFilledUp =
    reason.startsWith('R-COLS') &&
    before < own.length &&
    own.slice(before).every((at) => cells[at] === '')
  if (isFilledUp) {
    const shorter = own.slice(0, before).map((at) => cells[at] ?? '')
    return { shape: 'columns', cells: shorter, wrapped }
  }
  return { shape: shapeOfWidth(record, cells, header.cells.length), cells, wrapped }
}

function isVerdictPlace(header: Header, at: number): boolean {
  for (const place of header.verdicts.values()) if (place === at) return true
  return false
}

/** Nearly every row; the others are looked at whole. */
function beginsVisibly(cells: readonly string[]): boolean {
  const first = cells[0]?.charCodeAt(0) ?? 0
  return first > 32 && first < 128
}

function areBlank(cells: readonly string[], start: number): boolean {
  for (let at = start; at < cells.length; at++) {
    if (cells[at] !== '' && cells[at]?.trim() !== '') return false
  }
  return true
}
