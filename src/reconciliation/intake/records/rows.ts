import type { CsvRecord } from '../../../sheets/csv/csv-record.ts'
import { partJoinedRows } from '../header/joined-rows.ts'
import { showable } from '../header/choose-columns.ts'
import { isWrappedRow, unwrapRow, type Dialect } from '../../../sheets/text/dialect.ts'
import { refuse } from '../reasons/explain.ts'
import type { Header } from '../header/header.ts'
import type { Refused } from '../judged.ts'
import type { IntakeLimits } from '../limits.ts'
import { fillMerged } from './merged-rows.ts'
import type { RowEdits } from './edited-rows.ts'
import type { RecordSource } from './record-source.ts'

/** Stage four: the records after the header, and what shape each row is in. */

/** What is known before the rows are read. */
export interface Reading {
  readonly source: RecordSource
  readonly header: Header
  readonly limits: IntakeLimits
  readonly edits: RowEdits
}

/** The records after the header as edited; those that stray quotes have joined are split again. */
export async function* readRows({
  source,
  header,
  edits,
}: Reading): AsyncGenerator<readonly CsvRecord[]> {
  const width = header.cells.length
  let toSkip = header.records
  for await (const all of source.read()) {
    const rest = toSkip === 0 ? all : all.slice(toSkip)
    toSkip -= all.length - rest.length
    const areLines = rest.every((record) => record.text === undefined)
    const records = areLines
      ? rest.map((record) => (record.merged === undefined ? record : fillMerged(record, header)))
      : rest.flatMap((record) => partJoinedRows(record, width, source.dialect))
    if (records.length > 0) yield edits.apply(records, header, source.dialect)
  }
}

/** Refuses the file for a record that cannot be a row of a spreadsheet. */
export function refuseRecord(record: CsvRecord, reading: Reading): Refused | undefined {
  const { limits, header } = reading
  const { dialect } = reading.source
  if (record.problem === 'record-too-long') {
    return refuse('F-RECORD', { limit: limits.recordCharactersMax }, record.line)
  }
  const count = record.cells.length - header.verdicts.size
  if (count > limits.columnsMax) {
    const facts = { count, limit: limits.columnsMax }
    return refuse('F-COLUMNS', facts, record.line)
  }
  for (const cell of unwrapRow(record, dialect)) {
    if (cell.length > limits.cellCharactersMax) {
      return refuse('F-CELL', { limit: limits.cellCharactersMax }, record.line)
    }
  }
  return undefined
}

export interface Row {
  /** `header`: the file's own once more; `table`: in another table, or its header. */
  readonly shape: 'data' | 'blank' | 'columns' | 'quote' | 'header' | 'table'
  /** The line of that other table's header. */
  readonly tableLine?: number
  readonly cells: readonly string[]
  readonly wrapped: boolean
}

export function shapeRow(record: CsvRecord, header: Header, dialect: Dialect): Row {
  const width = header.cells.length
  const wrapped = width > 1 && isWrappedRow(record.cells, dialect)
  const cells = wrapped ? unwrapRow(record, dialect) : record.cells
  if (record.problem !== undefined && !areBlank(cells, 0)) return { shape: 'quote', cells, wrapped }
  if (header.verdicts.size > 0) return shapeChecked({ cells, wrapped }, header, dialect)
  if (areBlank(cells, 0)) return { shape: 'blank', cells, wrapped }
  return { shape: shapeOfWidth(cells, width), cells, wrapped }
}

/** Empty cells beyond the header's width do not make a row too long. */
function shapeOfWidth(cells: readonly string[], width: number): Row['shape'] {
  const fits = cells.length === width || (cells.length > width && areBlank(cells, width))
  if (fits) return 'data'
  return cells.some(hasLineEnd) ? 'quote' : 'columns'
}

/**
 * A row of a file that an earlier check wrote back: its columns of verdicts do not count, and a row
 * that was too short then, and was filled up only to hold the verdict, is too short still.
 */
function shapeChecked(
  { cells, wrapped }: Pick<Row, 'cells' | 'wrapped'>,
  header: Header,
  dialect: Dialect,
): Row {
  const own = Array.from(cells.keys()).filter((at) => !isVerdictPlace(header, at))
  if (own.every((at) => cells[at]?.trim() === '')) return { shape: 'blank', cells, wrapped }
  const cell = (name: string): string => cells[header.verdicts.get(name) ?? -1] ?? ''
  const reason = cell('frota_motivo')
  // An earlier check wrote the row with valid quotes; it stays rejected until the row changes.
  const isOpen = hasQuote(cells, dialect) || own.some((at) => hasLineEnd(cells[at] ?? ''))
  if (reason.startsWith('R-QUOTE') && isOpen) {
    const isSame = cell('frota_valor').endsWith(rowSample(cells, header))
    if (isSame) return { shape: 'quote', cells, wrapped }
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
  return { shape: shapeOfWidth(cells, header.cells.length), cells, wrapped }
}

const SAMPLE_CHARACTERS_MAX = 100

/** What a row looks like, without its numbers: any of them may be a document. */
export function rowSample(cells: readonly string[], header: Header): string {
  const own = cells.filter((cell, at) => cell.trim() !== '' && !isVerdictPlace(header, at))
  const text = showable(own.join(' | ').replace(/[\r\n]+/g, ' '))
    .replace(/\p{N}/gu, '#')
    .trim()
  if (text.length <= SAMPLE_CHARACTERS_MAX) return text
  return `${text.slice(0, SAMPLE_CHARACTERS_MAX)}… (${text.length})`
}

function hasQuote(cells: readonly string[], { quote }: Dialect): boolean {
  return quote !== null && cells.some((cell) => cell.includes(quote))
}

function hasLineEnd(cell: string): boolean {
  return cell.includes('\n') || cell.includes('\r')
}

function isVerdictPlace(header: Header, at: number): boolean {
  return header.verdicts.values().some((place) => place === at)
}

function areBlank(cells: readonly string[], start: number): boolean {
  return cells.every((cell, at) => at < start || cell.trim() === '')
}
