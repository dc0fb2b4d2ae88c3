import type { CsvDialect, CsvRecord } from '../../../sheets/csv/csv-record.ts'
import { readRecords, splitText } from '../../../sheets/csv/read-records.ts'
import { detectDialect } from './detect-dialect.ts'
import { countKnownHeaders, countRequiredHeaders } from '../header/aliases.ts'
import { EXCEL, unwrapRow, type Dialect } from '../../../sheets/text/dialect.ts'
import { cutLine, findFixedColumns, type FixedColumn } from '../../../sheets/text/fixed-width.ts'
import { HITS_MIN } from '../../../sheets/text/read-candidate.ts'
import { decodeBytes, decodeHead } from '../../../sheets/text/encoding.ts'
import { refuse } from '../reasons/explain.ts'
import type { FileWarning, Refused } from '../judged.ts'
import type { IntakeLimits } from '../limits.ts'
import type { FileSource, RecordSource } from './record-source.ts'
import { readAgain, type Survey } from './survey-bytes.ts'

/** Records out of a text file: its dialect is found in the beginning and holds for all of it. */

export function openText(
  source: FileSource,
  survey: Survey,
  limits: IntakeLimits,
): RecordSource | Refused {
  const isWhole = survey.byteLength === survey.head.length
  const text = decodeHead(survey.head, survey.encoding, isWhole)
  const dialect = detectDialect(text, isWhole)
  if ('ambiguous' in dialect) {
    const [first, second] = dialect.ambiguous
    return refuse('F-DIALECT', { first, second })
  }
  const head = splitText(text, dialect, { ...limits, isWhole })
  const columns = fixedColumns(text, dialect, head)
  const read = () => readText(source, survey, dialect, limits)
  const found = { container: { kind: 'csv' }, isWhole, warningsOf: () => [] } as const
  if (columns === undefined) return { ...found, survey, dialect, head, read }
  const warning: FileWarning = { code: 'W-FIXED', facts: { count: columns.length } }
  return {
    ...found,
    survey: { ...survey, warnings: [...survey.warnings, warning] },
    dialect: { ...EXCEL, lineEnd: dialect.lineEnd },
    head: cutRecords(splitText(text, LINES, { ...limits, isWhole }), columns),
    read: () => readFixed(source, survey, columns, limits),
  }
}

/** Cuts a text into its lines. */
const LINES: CsvDialect = { delimiter: '\n', quote: null }

/** Places are asked only where no delimiter makes the names of a fleet's columns. */
function fixedColumns(text: string, dialect: Dialect, head: readonly CsvRecord[]) {
  const isNamed = head.some((record) => {
    return countKnownHeaders(unwrapRow(record, dialect)) >= HITS_MIN
  })
  const isAsked = !isNamed || dialect.delimiter === ' '
  return isAsked ? findFixedColumns(text, countRequiredHeaders) : undefined
}

function cutRecords(records: readonly CsvRecord[], columns: readonly FixedColumn[]): CsvRecord[] {
  return records.map((record) => ({ ...record, cells: cutLine(record.cells[0] ?? '', columns) }))
}

async function* readFixed(
  source: FileSource,
  survey: Survey,
  columns: readonly FixedColumn[],
  limits: IntakeLimits,
): AsyncGenerator<readonly CsvRecord[]> {
  for await (const lines of readText(source, survey, LINES, limits)) {
    yield cutRecords(lines, columns)
  }
}

async function* readText(
  source: FileSource,
  survey: Survey,
  dialect: CsvDialect,
  limits: IntakeLimits,
): AsyncGenerator<readonly CsvRecord[]> {
  const text = decodeBytes(readAgain(source(), survey), survey.encoding)
  for await (const records of readRecords(text, dialect, limits)) {
    yield records
    // What follows cannot be read, so the hash of the whole cannot be compared either.
    if (records.at(-1)?.problem !== undefined) return
  }
}
