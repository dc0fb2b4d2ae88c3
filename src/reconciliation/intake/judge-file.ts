import type { CsvRecord } from '../../sheets/csv/csv-record.ts'
import { Failure } from '../../failure.ts'
import { parseDocument } from '../../fleet/document.ts'
import { parseUf } from '../../fleet/uf.ts'
import type { FleetReading } from '../../ledger/fleets/fleet-reading.ts'
import type { KnownVehicle } from '../../ledger/fleets/known-vehicles.ts'
import { processMemory, withMemory, type MemoryRoom } from '../../memory-room.ts'
import { ALIASES_VERSION, isVerdictColumn, type RequiredField } from './header/aliases.ts'
import { unwrapRow } from '../../sheets/text/dialect.ts'
import { refuse } from './reasons/explain.ts'
import { columnName, shorten, type FieldMap } from './header/choose-columns.ts'
import { columnsGone } from './given-values.ts'
import type { RowCounts } from '../../ledger/fleets/imports.ts'
import type { JudgedFile, JudgedRow, Refused, Understood } from './judged.ts'
import { nameExtras, RowJudge, type FileDefaults } from './judge-row.ts'
import { INTAKE_LIMITS, type IntakeLimits } from './limits.ts'
import { nameSheets } from './header/name-sheets.ts'
import { openRecords } from './records/open-records.ts'
import { RowEdits, type RowEdit } from './records/edited-rows.ts'
import type { FileSource } from './records/record-source.ts'
import { type Reading, type Row, readRows, refuseRecord, shapeRow } from './records/rows.ts'
import { FileChanged } from './records/survey-bytes.ts'
import { OtherTables } from './records/other-tables.ts'
import { findHeaderRemembering } from './header/remembered-columns.ts'
import { fleetPlates } from './verdicts/conflicts.ts'
import { footerOf } from './verdicts/footers.ts'
import { SwappedColumns } from './verdicts/swapped-columns.ts'
import { giveVerdict, mustClose, RepeatedVehicles, RowMemory } from './verdicts/verdicts.ts'

/**
 * Judges a whole file: encoding, dialect, header, then the rows in two passes, because a row may
 * contradict one that comes later. Refuses before the first verdict or not at all.
 */

export interface JudgeOptions {
  /** Values for the whole file, as a person gives them; rows with their own keep their own. */
  readonly defaults?: { readonly uf?: string; readonly ownerDocument?: string }
  /** Wrong check digits reject the row instead of leaving it to the authority. */
  readonly strict?: boolean
  /** Headers for fields that the aliases do not know. */
  readonly map?: FieldMap
  /** What a person said of earlier files: used where it fits this one. */
  readonly remembered?: FleetReading | undefined
  /** The vehicles of the fleet's account before this file. */
  readonly vehicles?: readonly KnownVehicle[]
  /** What was understood of the fleet's file before, as it was stored. */
  readonly former?: object | null
  /** Of a workbook: the sheet with the vehicles, by its name or its number from 1. */
  readonly sheet?: string
  /** A plate with one letter in a digit's place, or the reverse, is repaired where only one fits. */
  readonly repairPlates?: boolean
  /** Rows that a person edited: they are judged as edited. */
  readonly edits?: readonly RowEdit[]
  readonly limits?: Partial<IntakeLimits>
  readonly memory?: MemoryRoom | undefined
}

/** `source` opens the same bytes each time; it is read three times, once more by each iteration. */
export async function judgeFile(
  source: FileSource,
  options: JudgeOptions = {},
): Promise<JudgedFile | Refused> {
  const limits = { ...INTAKE_LIMITS, ...options.limits }
  const defaults = readDefaults(options.defaults ?? {})
  if ('refused' in defaults) return defaults
  const reading = await understand(source, limits, defaults, options)
  if ('refused' in reading) return reading
  const { strict = false, repairPlates = false } = options
  const judge = new RowJudge(reading.header, { strict, repairPlates }, defaults)
  const memory = new RowMemory(fleetPlates(options.vehicles ?? []))
  const refused = await readOnce(reading, judge, memory, options.map ?? {})
  if (refused !== undefined) return refused
  const counts = memory.counts()
  const rows = { [Symbol.asyncIterator]: () => verdictsOf(reading, judge, memory, counts) }
  return {
    understood: describe(reading, options.former ?? null),
    counts,
    places: reading.header.columns,
    rows,
  }
}

function readDefaults(given: NonNullable<JudgeOptions['defaults']>): FileDefaults | Refused {
  const uf = given.uf === undefined ? undefined : parseUf(given.uf)
  if (uf?.ok === false) return refuse('F-DEFAULT-UF', {})
  const owner = given.ownerDocument === undefined ? undefined : parseDocument(given.ownerDocument)
  if (owner?.ok === false) return refuse('F-DEFAULT-OWNER', {})
  return { uf: uf?.value, ownerDocument: owner?.value.document }
}

async function understand(
  source: FileSource,
  limits: IntakeLimits,
  defaults: FileDefaults,
  { map = {}, remembered, sheet, edits = [], memory = processMemory }: JudgeOptions,
): Promise<Reading | Refused> {
  const records = await openRecords(source, limits, { asked: sheet, remembered: remembered?.sheet })
  if ('refused' in records) return records
  const { dialect, head, isWhole } = records
  const headerBefore = limits.preambleRowsMax + 1 + (dialect.sepLine ? 1 : 0)
  const { columnsMax, recordCharactersMax } = limits
  const asked = { defaults: given(defaults), map, columnsMax, recordCharactersMax, isWhole }
  const candidates = head.slice(0, headerBefore)
  const header = findHeaderRemembering(candidates, dialect, asked, remembered?.map)
  if ('refused' in header) return nameSheets(header, records.container)
  const isFooter = (cells: readonly string[]): boolean => footerOf(cells, header) !== undefined
  const refused = await records.refusalOf?.(header, isFooter)
  if (refused !== undefined) return refused
  const own = { header, limits, edits: new RowEdits(edits, records.container) }
  return { ...own, source: { ...records, read: () => withMemory(records.read(), memory, UNREAD) } }
}

const UNREAD = {
  pt:
    'A planilha não foi lida até o fim, e nada dela foi aplicado. ' +
    'Dê mais memória, ou divida a planilha, e comece de novo.',
  en:
    'The file was not read to its end, and nothing of it was applied. ' +
    'Give more memory, or split the file, and start again.',
}

function given(defaults: FileDefaults): Set<RequiredField> {
  const fields = new Set<RequiredField>()
  if (defaults.uf !== undefined) fields.add('uf')
  if (defaults.ownerDocument !== undefined) fields.add('ownerDocument')
  return fields
}

async function readOnce(
  reading: Reading,
  judge: RowJudge,
  memory: RowMemory,
  map: FieldMap,
): Promise<Refused | undefined> {
  const { header, source, limits } = reading
  const tables = new OtherTables(header, source.dialect)
  const swaps = new SwappedColumns(header)
  const openQuotes: number[] = []
  try {
    for await (const records of readRows(reading)) {
      for (const record of records) {
        const refused = refuseRecord(record, reading) ?? refuseTwins(record, reading)
        if (refused !== undefined) return refused
        if (memory.count >= limits.rowsMax) return refuse('F-ROWS', { limit: limits.rowsMax })
        const row = tables.pass(shapeRow(record, header, source.dialect), record.line)
        if (leavesOpen(record, row)) openQuotes.push(record.line)
        if (openQuotes.length > limits.openQuotesMax) return refuse('F-QUOTE', {}, openQuotes[0])
        const opinion = judge.judge(record, row)
        if (row.shape === 'data') swaps.add(row.cells, opinion.values !== undefined)
        memory.add(record.line, row, opinion, header)
      }
    }
  } catch (error) {
    if (error instanceof FileChanged) return refuse('F-CHANGED', {})
    throw error
  }
  return swaps.refusal(map)
}

/** True for the line of an unclosed quote, not for the other lines that the quote spoils. */
function leavesOpen({ line, lines, problem, quoteLine = line }: CsvRecord, row: Row): boolean {
  if (row.shape !== 'quote') return false
  return problem === undefined ? lines > 1 : quoteLine === line
}

/** Two columns of one name are accepted only while their cells are equal. */
function refuseTwins(record: CsvRecord, { header, source }: Reading): Refused | undefined {
  if (header.twins.length === 0) return undefined
  const cells = unwrapRow(record, source.dialect)
  for (const { first, second } of header.twins) {
    if ((cells[first] ?? '').trim() === (cells[second] ?? '').trim()) continue
    return refuse('F-DUPLICATE-COLUMN', { column: columnName(header.cells, first) }, record.line)
  }
  return undefined
}

async function* verdictsOf(
  reading: Reading,
  judge: RowJudge,
  memory: RowMemory,
  counts: RowCounts,
): AsyncGenerator<readonly JudgedRow[]> {
  const { header, source } = reading
  const given = { read: 0, accepted: 0, repaired: 0, rejected: 0, duplicate: 0, skipped: 0 }
  const tables = new OtherTables(header, source.dialect)
  const repeated = new RepeatedVehicles()
  const judgeAgain = (record: CsvRecord): JudgedRow => {
    const row = tables.pass(shapeRow(record, header, source.dialect), record.line)
    const { line, cells: rawCells } = record
    const opinion = judge.judge(record, row)
    const at = given.read++
    const [skipped, relation] = [memory.skipped(at), memory.relation(at)]
    const candidate = { line, rawCells, cells: row.cells, opinion, skipped, relation }
    const differences = memory.isRepeated(at) ? repeated.pass(candidate, judge) : []
    const verdict = giveVerdict({ ...candidate, differences }, judge)
    given[verdict.verdict]++
    return verdict
  }
  try {
    for await (const records of readRows(reading)) yield records.map(judgeAgain)
  } catch (error) {
    if (!(error instanceof FileChanged)) throw error
    const { message } = refuse('F-CHANGED', {}).refused
    throw new Failure('file-refused', message, { cause: error })
  }
  mustClose(counts, given)
}

function describe(
  { source, header, edits: { edited } }: Reading,
  former: object | null,
): Understood {
  const { survey, dialect, container } = source
  const nameOf = (index: number): string => columnName(header.cells, index)
  const columns = Object.fromEntries([...header.columns].map(([field, at]) => [field, nameOf(at)]))
  const extras = nameExtras(header)
    .filter(({ index }) => header.extras.includes(index))
    .map(({ name }) => name)
  const gone = columnsGone(former, { columns, extras })
  return {
    container,
    encoding: survey.encoding,
    ...dialect,
    headerLine: header.line,
    header: header.cells.filter((cell) => !isVerdictColumn(cell)),
    allColumns: header.cells,
    ...(header.twoLines === undefined ? {} : { headerLines: header.twoLines }),
    columns,
    extras,
    aliasesVersion: ALIASES_VERSION,
    warnings: [
      ...survey.warnings,
      ...source.warningsOf(header),
      ...header.warnings,
      ...(gone.length === 0
        ? []
        : [{ code: 'W-GONE', facts: { columns: shorten(gone.join(', ')) } } as const]),
    ],
    ...(edited.length === 0 ? {} : { edited }),
    sha256: survey.sha256,
    byteLength: survey.byteLength,
  }
}
