import type { CsvRecord } from '../../../sheets/csv/csv-record.ts'
import { detectDialect } from './detect-dialect.ts'
import { EXCEL, type Dialect } from '../../../sheets/text/dialect.ts'
import { refuse } from '../reasons/explain.ts'
import { columnName, shorten } from '../header/choose-columns.ts'
import type { Header } from '../header/header.ts'
import type { FileWarning, Refused } from '../judged.ts'
import type { IntakeLimits } from '../limits.ts'
import type { FileSource, RecordSource, UsedColumns } from './record-source.ts'
import { FileChanged, readAgain, type Survey } from './survey-bytes.ts'
import { chooseSheet, type WantedSheet } from './choose-sheet.ts'
import { countRequiredHeaders } from '../header/aliases.ts'
import { MergedValues } from '../../../sheets/workbook/merged-cells.ts'
import { openHtml } from '../../../sheets/workbook/html-book.ts'
import { textOfBytes } from '../../../sheets/text/text-of-bytes.ts'
import { openWorkbook } from '../../../sheets/workbook/open-workbook.ts'
import { WorkbookProblem } from '../../../sheets/workbook/problem.ts'
import type { SheetReading, SheetRow } from '../../../sheets/workbook/sheet-row.ts'
import type { SheetSurvey } from '../../../sheets/workbook/survey-sheet.ts'
import { Formulas, GapFiller, pad, surveySheet } from '../../../sheets/workbook/survey-sheet.ts'

/**
 * Records out of one sheet of a workbook, in the shape of a text's: a record is a row, its line is
 * the row's number. Bytes are read anew and compared at each pass; nothing unpacked is kept.
 */

/** Records of one batch, which is bounded because an ODS may repeat one row a million times. */
const BATCH_RECORDS = 500

const MEBIBYTE = 1024 * 1024

export async function openWorkbookRecords(
  source: FileSource,
  survey: SurveyedBook,
  limits: IntakeLimits,
  wanted: WantedSheet,
): Promise<RecordSource | Refused> {
  if (survey.byteLength > limits.workbook.bytesMax) {
    return refuse('F-WORKBOOK-BYTES', { limit: limits.workbook.bytesMax / MEBIBYTE })
  }
  try {
    const book = await openBook(source, survey, limits)
    if ('other' in book) return refuse('F-BINARY', { kind: book.other })
    const chosen = chooseSheet(book, wanted)
    if ('refused' in chosen) return chosen
    const headMax = limits.preambleRowsMax + 2
    const sheet = await surveySheet(book.read(chosen.at), headMax)
    const { name, names } = chosen
    if (sheet.records === 0 && names.length < 2) return refuse('F-EMPTY', {})
    if (sheet.records === 0) {
      return refuse('F-SHEET-EMPTY', { sheet: name, sheets: names.join(', ') })
    }
    if (sheet.records - headMax > limits.rowsMax) return refuse('F-ROWS', { limit: limits.rowsMax })
    const warnings = [...chosen.warnings, ...hiddenWarnings(sheet)]
    return {
      survey: { ...survey, encoding: { name: 'utf-8', bom: true }, warnings },
      dialect: dialectOf(sheet),
      container: { kind: book.kind, sheet: name, sheets: names },
      head: sheet.head,
      isWhole: sheet.head.length === sheet.records,
      read: () => readRecords(source, survey, limits, { ...sheet, at: chosen.at }),
      warningsOf: (header) => formulaWarnings(sheet, header),
      refusalOf: async (header, isFooter) => {
        // Few files have such formulas, so only these are read once more.
        if (formulasIn(sheet.unstored, header, header.columns.values()) === undefined) return
        // Rows that one cell holds whole have no cell that a formula alone could fill.
        const isNoVehicle = sheet.width === 1 ? () => false : isFooter
        const again = rowsAgain(source, survey, limits, chosen.at)
        return await refuseUnstored(again, header, isNoVehicle).catch(refusalFor)
      },
    }
  } catch (error) {
    return refusalFor(error)
  }
}

function refusalFor(error: unknown): Refused {
  if (error instanceof WorkbookProblem) return refuse(error.code, error.facts, error.line)
  if (error instanceof FileChanged) return refuse('F-CHANGED', {})
  throw error
}

type SurveyedBook = Survey & { readonly binary: 'ZIP' | 'HTML' }

async function openBook(source: FileSource, survey: SurveyedBook, limits: IntakeLimits) {
  const bytes = Buffer.concat(await Array.fromAsync(readAgain(source(), survey)))
  if (survey.binary === 'ZIP') return await openWorkbook(bytes, limits.workbook, limits)
  const page = openHtml(textOfBytes(bytes), { ...limits.workbook, ...limits }, countRequiredHeaders)
  return page.sheets.length === 0 ? { other: 'HTML' } : page
}

async function* readRecords(
  source: FileSource,
  survey: SurveyedBook,
  limits: IntakeLimits,
  sheet: Pick<SheetSurvey, 'width' | 'merges'> & { readonly at: number },
): AsyncGenerator<readonly CsvRecord[]> {
  const gaps = new GapFiller()
  const values = new MergedValues(sheet.merges)
  let records: CsvRecord[] = []
  for await (const rows of rowsAgain(source, survey, limits, sheet.at)) {
    for (const row of rows) {
      if (row.cells.length === 0) continue
      for (const record of gaps.records(row)) {
        const merged = values.of(record.line, record.cells)
        const padded = pad(record, sheet.width)
        records.push(merged === undefined ? padded : { ...padded, merged })
        if (records.length < BATCH_RECORDS) continue
        yield records
        records = []
      }
      gaps.pass(row)
    }
  }
  if (records.length > 0) yield records
}

async function* rowsAgain(
  source: FileSource,
  survey: SurveyedBook,
  limits: IntakeLimits,
  at: number,
): AsyncGenerator<readonly SheetRow[]> {
  const book = await openBook(source, survey, limits)
  // The same bytes were a workbook when they were surveyed.
  if ('other' in book) throw new FileChanged('the bytes changed')
  yield* book.read(at).rows
}

/** A sheet of one column may be a CSV that was pasted into it: its rows are cut as a text's are. */
function dialectOf(sheet: SheetSurvey): Dialect {
  const text = sheet.width === 1 ? sheet.head.map(({ cells }) => cells[0] ?? '').join('\n') : ''
  const found = detectDialect(text, true)
  return 'ambiguous' in found || sheet.width > 1 ? EXCEL : { ...found, lineEnd: EXCEL.lineEnd }
}

function hiddenWarnings({ hidden }: SheetSurvey): FileWarning[] {
  const { rows, columns } = hidden
  return rows + columns === 0 ? [] : [{ code: 'W-HIDDEN', facts: { rows, columns } }]
}

/** Formulas in some columns below the header; what a title computes does not matter. */
function formulasIn(
  { head, below }: Formulas,
  { line: top, cells }: UsedColumns,
  places: Iterable<number>,
) {
  const names: string[] = []
  let [count, line] = [0, Number.POSITIVE_INFINITY]
  for (const place of new Set(places)) {
    const above = head.filter((one) => one.place === place && one.line > top)
    const rest = below.get(place)
    if (above.length === 0 && rest === undefined) continue
    names.push(columnName(cells, place))
    count += above.length + (rest?.count ?? 0)
    line = Math.min(line, above[0]?.line ?? Number.POSITIVE_INFINITY, rest?.line ?? line)
  }
  return count === 0 ? undefined : { count, line, columns: shorten(names.join(', ')) }
}

function formulaWarnings({ computed, unstored }: SheetSurvey, header: Header): FileWarning[] {
  const used = formulasIn(computed, header, header.columns.values())
  const empty = formulasIn(unstored, header, header.extras)
  return [
    ...(used === undefined ? [] : [{ code: 'W-COMPUTED', facts: used } as const]),
    ...(empty === undefined ? [] : [{ code: 'W-UNCOMPUTED', facts: empty } as const]),
  ]
}

/**
 * Read as empty cells, they would erase what is known of the vehicles; a total below them would be
 * no vehicle whatever its formulas gave, which count as numbers here.
 */
async function refuseUnstored(
  batches: SheetReading['rows'],
  header: UsedColumns,
  isFooter: (cells: readonly string[]) => boolean,
): Promise<Refused | undefined> {
  const places = new Set(header.columns.values())
  const unstored = new Formulas()
  for await (const rows of batches) {
    for (const row of rows.filter(({ number }) => number > header.line)) {
      const cells = header.cells.map((_, at) => (row.unstored.includes(at) ? '0' : row.cells[at]))
      if (isFooter(cells.map((cell = '') => cell))) continue
      unstored.add(row.unstored, row, false)
    }
  }
  const facts = formulasIn(unstored, header, places)
  return facts && refuse('F-UNCOMPUTED', facts, facts.line)
}
