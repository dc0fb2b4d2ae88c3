import type { CsvRecord } from '../../../sheets/csv/csv-record.ts'
import { columnWanted, mapToType, placeInMap } from './column-wanted.ts'
import { fieldOfHeader, fieldsOfHeader, FIELDS, type Field, type RequiredField } from './aliases.ts'
import { isBareDocument, isDriver, isSharedName, isVerdictColumn } from './aliases.ts'
import { REQUIRED_FIELDS, VERDICT_COLUMNS } from './aliases.ts'
import { chooseColumns, columnName, columnsGiven, type FieldMap } from './choose-columns.ts'
import { FIELD_NAMES, refuseMap, shorten, showable } from './choose-columns.ts'
import { unwrapRow, type Dialect } from '../../../sheets/text/dialect.ts'
import { refuse } from '../reasons/explain.ts'
import { holdsVehicle, isFilled, refuseAbove, REQUIRED_NAMES_MIN } from './above-header.ts'
import { groupAbove, joinTwoRows } from './two-line-header.ts'
import { seenColumns } from './seen-columns.ts'
import type { BestRow, Header, HeaderOptions } from './found-header.ts'
import { withoutHeader } from './without-header.ts'
import type { Refused } from '../judged.ts'

/** Stage three: which record is the header, and which of its columns is which field. */

export type { Header, HeaderOptions } from './found-header.ts'

/** Characters of the first line that a refusal shows. */
const SAMPLE_CHARACTERS_MAX = 80

/** `records`: the beginning of the file, as many as may hold the header. */
export function findHeader(
  records: readonly CsvRecord[],
  dialect: Dialect,
  options: HeaderOptions,
): Header | Refused {
  const start = dialect.sepLine ? 1 : 0
  const byPlace = isMappedByPlace(options)
  let best: BestRow | undefined
  for (const [at, record] of records.entries()) {
    if (at < start) continue
    if (record.problem === 'record-too-long' && byPlace) break
    if (record.problem === 'record-too-long') {
      return refuse('F-RECORD', { limit: options.recordCharactersMax }, record.line)
    }
    const row = unwrapRow(record, dialect)
    const two = twoLines(record, records[at + 1], dialect, options)
    if (two !== undefined && isHeader(two.row, options)) {
      return settle(records, { at: at + 1, ...two }, dialect, options)
    }
    if (isHeader(row, options)) {
      if (record.problem !== undefined) return refuse('F-QUOTE', {}, record.line)
      return settle(records, { at, row, line: record.line }, dialect, options)
    }
    for (const each of [{ row, line: record.line }, two ?? []].flat()) {
      const names = countNames(readable(each.row), options)
      if (best === undefined || names > best.names) best = { ...each, names }
    }
  }
  if (byPlace) return withoutHeader(records.slice(start), dialect, options)
  const open = records.find(({ problem }) => problem === 'unclosed-quote')
  if (open !== undefined) return refuse('F-QUOTE', {}, open.line)
  return refuseHeader(best, records.slice(start).map(asRow), options)

  function asRow(record: CsvRecord): readonly string[] {
    return unwrapRow(record, dialect)
  }
}

function isHeader(row: readonly string[], options: HeaderOptions): boolean {
  const cells = readable(row)
  if (countNames(cells, options) < namesMin(options)) return false
  return missingFields(requiredFields(cells, options.map), options).length === 0
}

/** A record and the next as one header; undefined where one of them alone names as much. */
function twoLines(
  above: CsvRecord,
  below: CsvRecord | undefined,
  dialect: Dialect,
  options: HeaderOptions,
) {
  if (below === undefined) return undefined
  if (above.problem !== undefined || below.problem !== undefined) return undefined
  const [upper, lower] = [unwrapRow(above, dialect), unwrapRow(below, dialect)]
  const row = joinTwoRows(upper, lower)
  // A title above a header adds no name to it. With a default of the file one line may do, but a
  // column that only both lines name goes before the default.
  const count = (cells: readonly string[]): number => requiredFields(cells, options.map).size
  if (row === undefined || count(row) <= Math.max(count(upper), count(lower))) return undefined
  return { row, line: below.line, twoLines: [upper, lower] as const }
}

/** Without NUL bytes, so that a damaged header is found, and refused, instead of overlooked. */
function readable(row: readonly string[]): readonly string[] {
  return row.some((cell) => cell.includes('\0'))
    ? row.map((cell) => cell.replaceAll('\0', ''))
    : row
}

/** Undefined when every cell of a header can be read. */
function refuseDamaged(row: readonly string[], line: number): Refused | undefined {
  if (row.some((cell) => cell.includes('\0'))) return refuse('F-NUL', {}, line)
  return row.some((cell) => cell.includes('\uFFFD')) ? refuse('F-ENC', {}, line) : undefined
}

/** The fields for which the row's names or the map give a column. */
function requiredFields(row: readonly string[], map: FieldMap): Set<Field> {
  const found = new Set<Field>()
  const given = columnsGiven(row, map)
  for (const [at, cell] of row.entries()) {
    const isFree = !given.has(at) || isSharedName(cell)
    for (const field of fieldsOfHeader(cell)) {
      if (isFree && map[field] === undefined) found.add(field)
    }
  }
  for (const field of FIELDS) {
    const wanted = map[field]
    if (wanted !== undefined && columnWanted(row, wanted) !== -1) found.add(field)
  }
  return new Set(REQUIRED_FIELDS.filter((field) => found.has(field)))
}

/** How many required fields the row itself names: a column's place says nothing about its row. */
function countNames(row: readonly string[], { map }: HeaderOptions): number {
  // A header that an earlier check of ours wrote for a file without one.
  if (VERDICT_COLUMNS.every((name) => row.includes(name))) return REQUIRED_NAMES_MIN
  const named = new Set(row.flatMap(fieldsOfHeader))
  return REQUIRED_FIELDS.filter((field) => {
    const wanted = map[field]
    const isCalled = wanted !== undefined && placeInMap(wanted) === undefined
    return isCalled ? columnWanted(row, wanted) !== -1 : named.has(field)
  }).length
}

/** How many names make a header: one where all other required fields have a place or default. */
function namesMin(options: HeaderOptions): number {
  const byName = REQUIRED_FIELDS.filter((field) => !isPlace(options.map[field]))
  const needed = byName.filter((field) => !options.defaults.has(field)).length
  return needed === 0 ? REQUIRED_NAMES_MIN : Math.min(needed, REQUIRED_NAMES_MIN)
}

function isPlace(wanted: string | undefined): boolean {
  return wanted !== undefined && placeInMap(wanted) !== undefined
}

/** Whether every required field has a place or a default, and at least one has a place. */
function isMappedByPlace({ map, defaults }: HeaderOptions): boolean {
  const hasPlace = REQUIRED_FIELDS.some((field) => isPlace(map[field]))
  return hasPlace && REQUIRED_FIELDS.every((field) => isPlace(map[field]) || isDefault(field))

  function isDefault(field: RequiredField): boolean {
    return map[field] === undefined && defaults.has(field)
  }
}

function missingFields(found: ReadonlySet<Field>, options: HeaderOptions): RequiredField[] {
  return REQUIRED_FIELDS.filter((field) => !found.has(field) && !options.defaults.has(field))
}

function refuseHeader(
  best: BestRow | undefined,
  rows: readonly (readonly string[])[],
  options: HeaderOptions,
): Refused {
  if (best === undefined) {
    const limit = options.recordCharactersMax
    return options.isWhole ? refuse('F-EMPTY', {}) : refuse('F-RECORD', { limit }, 1)
  }
  const damaged = best.names > 0 ? refuseDamaged(best.row, best.line) : undefined
  if (damaged !== undefined) return damaged
  const unknown = Object.entries(options.map).find(([, name]) => columnWanted(best.row, name) < 0)
  if (unknown !== undefined && best.names > 0) return refuseMap(...unknown, best.row, best.line)
  const found = requiredFields(best.row, options.map)
  const absent = missingFields(found, options)
  const missing = absent.map((field) => FIELD_NAMES[field]).join(', ')
  const seen = { missing, ...seenColumns(best, rows, absent, options.map) }
  if (best.names >= REQUIRED_NAMES_MIN) return refuse('F-MISSING-COLUMN', seen, best.line)
  // The line may be a vehicle's and hold a document: only the shape of its numbers is shown.
  const sample = showable(shorten(best.row.filter(isFilled).join(' | ')).replace(/[0-9]/g, '#'))
    .replaceAll('\uFFFD', '')
    .slice(0, SAMPLE_CHARACTERS_MAX)
  return refuse('F-HEADER', { ...seen, sample }, best.line)
}

function settle(
  records: readonly CsvRecord[],
  {
    at,
    row,
    line,
    twoLines: lines,
  }: Pick<Header, 'twoLines' | 'line'> & {
    readonly at: number
    readonly row: readonly string[]
  },
  dialect: Dialect,
  options: HeaderOptions,
): Header | Refused {
  const count = row.filter((cell) => !isVerdictColumn(cell)).length
  if (count > options.columnsMax) {
    return refuse('F-COLUMNS', { count, limit: options.columnsMax }, line)
  }
  const preamble = records.slice(dialect.sepLine ? 1 : 0, lines === undefined ? at : at - 1)
  const damaged = refuseDamaged(row, line) ?? refuseAbove(preamble, line, dialect)
  if (damaged !== undefined) return damaged
  if (holdsVehicle(row, dialect)) return refuse('F-QUOTE', {}, line)
  const chosen = chooseColumns(row, line, options.map)
  if ('refused' in chosen) return chosen
  const document = chosen.columns.get('ownerDocument')
  const upper = options.map.ownerDocument === undefined ? (preamble.at(-1)?.cells ?? []) : []
  const group = groupAbove(upper, document ?? -1)
  const joined = isDriver(group) ? joinTwoRows(upper, row) : undefined
  const isGiven = options.defaults.has('ownerDocument')
  if (isGiven && joined !== undefined) {
    return settle(records, { at, row: joined, line, twoLines: [upper, row] }, dialect, options)
  }
  const driver = [group, ...(document === undefined ? row : [])].find(isDriver)
  if (driver !== undefined && !(isGiven && document === undefined)) {
    const column = document ?? row.findIndex(isBareDocument)
    const choice = mapToType(row, options.map, new Map([['ownerDocument', column]]))
    const facts = { column: columnName(row, column), driver: showable(driver).trim(), choice }
    return refuse('F-DRIVER-DOCUMENT', facts, line)
  }
  const absent = REQUIRED_FIELDS.filter((field) => !chosen.columns.has(field))
  if (row.some((cell) => endsInName(cell, absent))) return refuse('F-QUOTE', {}, line)
  const used = new Set([...chosen.columns.values(), ...chosen.twins.map((twin) => twin.second)])
  const isExtra = (cell: string): boolean => cell.trim() !== '' && !isVerdictColumn(cell)
  const extras = row.flatMap((cell, index) => (!used.has(index) && isExtra(cell) ? [index] : []))
  const names = row.map((cell, index) => [cell.trim().toLowerCase(), index] as const)
  const verdicts = new Map(names.filter(([name]) => isVerdictColumn(name)))
  const warnings = [...chosen.warnings]
  if (dialect.sepLine) warnings.push({ code: 'W-SEP', facts: { delimiter: dialect.delimiter } })
  if (lines !== undefined) {
    const first = records[at - 1]?.line ?? 0
    warnings.push({ code: 'W-TWO-LINES', facts: { first, second: line } })
  }
  if (preamble.length > 0) warnings.push({ code: 'W-PREAMBLE', facts: { count: preamble.length } })
  if (extras.length > 0) {
    const columns = shorten(extras.map((index) => columnName(row, index)).join(', '))
    warnings.push({ code: 'W-EXTRA', facts: { count: extras.length, columns } })
  }
  const two = lines === undefined ? {} : { twoLines: lines }
  const found = { line, records: at + 1, cells: row, preamble, ...two }
  return { ...found, ...chosen, extras, verdicts, warnings }
}

/** A stray quote may join titles to the header: a column's name then ends a longer cell. */
function endsInName(cell: string, fields: readonly Field[]): boolean {
  const [, last = ''] = /[\r\n]([^\r\n]+)$/.exec(cell) ?? []
  return fields.some((field) => field === fieldOfHeader(last))
}
