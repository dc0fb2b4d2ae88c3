import { fieldOfHeader, REQUIRED_FIELDS, type RequiredField } from '../header/aliases.ts'
import { columnName, shorten, showable } from '../header/choose-columns.ts'
import { unwrapRow } from '../../../sheets/text/dialect.ts'
import { countTitleRows } from '../../../sheets/text/title-rows.ts'
import type { Container } from '../judged.ts'
import { INTAKE_LIMITS } from '../limits.ts'
import { openRecords } from './open-records.ts'
import type { FileSource } from './record-source.ts'
import { nameInMap } from '../header/column-wanted.ts'
import { fullerHeader } from '../header/two-line-header.ts'
import { guessColumns } from '../header/guess-columns.ts'

/**
 * The first rows of a file whose columns nobody could name, for a person to say which is which.
 * Digits are masked, because a column without a name may hold documents.
 */

export interface SampledColumn {
  /** As a map takes it: the header's name where it will do, else the place (`#3`). */
  readonly wanted: string
  /** What the column is called; empty where it has no name. */
  readonly name: string
}

export interface ColumnSample {
  readonly container: Container
  readonly columns: readonly SampledColumn[]
  readonly rows: readonly { readonly line: number; readonly cells: readonly string[] }[]
  /** For each field that no header names and one column alone resembles: that column, from 0. */
  readonly guessed: ReadonlyMap<RequiredField, number>
}

export interface SampleOptions {
  readonly sheet?: string | undefined
  readonly rememberedSheet?: string | undefined
  /** The line that was taken for the header, where one was. */
  readonly headerLine?: number | undefined
}

const ROWS_SHOWN_MAX = 8
const CELL_CHARACTERS_MAX = 40
const NAME_CHARACTERS_MAX = 60

/** Undefined for a file that cannot be opened at all. */
export async function sampleColumns(
  source: FileSource,
  { sheet, rememberedSheet, headerLine }: SampleOptions,
): Promise<ColumnSample | undefined> {
  const asked = { asked: sheet, remembered: rememberedSheet }
  const records = await openRecords(source, INTAKE_LIMITS, asked)
  if ('refused' in records) return undefined
  const { dialect, head, container } = records
  const filled = head
    .map((record) => ({ line: record.line, cells: unwrapRow(record, dialect) }))
    .slice(dialect.sepLine ? 1 : 0)
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  const at = filled.findIndex(({ line }) => line === headerLine)
  const below = filled[at]?.cells
  const found = below && fullerHeader(filled[at - 1]?.cells ?? [], below)
  const named = (found ?? []).map(fieldOfHeader)
  const guess = guessColumns(
    filled.map(({ cells }) => cells),
    REQUIRED_FIELDS.filter((field) => !named.includes(field)),
    new Set(named.keys().filter((at) => named[at] !== undefined)),
  )
  const header = found ?? guess.header
  // Eight lines of titles would tell nobody what the columns hold.
  const shown = filled
    .slice(countTitleRows(filled.map(({ cells }) => cells)))
    .slice(0, ROWS_SHOWN_MAX)
  const width = Math.min(
    INTAKE_LIMITS.columnsMax,
    Math.max(header.length, ...shown.map(({ cells }) => cells.length)),
  )
  return {
    container,
    columns: columnsOf(header, width),
    rows: shown.map(({ line, cells }) => ({ line, cells: cells.slice(0, width).map(masked) })),
    guessed: guess.columns,
  }
}

/** The columns of a header, as a person chooses among them. */
export function columnsOf(header: readonly string[], width: number): SampledColumn[] {
  return Array.from({ length: width }, (_, at) => {
    const isNamed = (header[at] ?? '').trim() !== ''
    const name = isNamed ? cut(shorten(columnName(header, at)), NAME_CHARACTERS_MAX) : ''
    return { wanted: nameInMap(header, at), name }
  })
}

function masked(cell: string): string {
  return cut(showable(cell).trim().replace(/[0-9]/g, '#'), CELL_CHARACTERS_MAX)
}

function cut(text: string, charactersMax: number): string {
  const characters = Array.from(text.toWellFormed())
  return characters.length <= charactersMax
    ? characters.join('')
    : `${characters.slice(0, charactersMax).join('')}…`
}
