import type { CsvRecord } from '../../csv/split-records.ts'
import type { Field, RequiredField } from './aliases.ts'
import { fieldOfHeader, FIELDS, isVerdictColumn, normalizeHeader } from './aliases.ts'
import { REQUIRED_FIELDS } from './aliases.ts'
import type { Dialect } from './dialect.ts'
import { unwrapRow } from './dialect.ts'
import { refuse } from './explain.ts'
import type { FileWarning, Refused } from './judged.ts'

/** Stage three: which record is the header, and which of its columns is which field. */

export type FieldMap = Readonly<Partial<Record<Field, string>>>

export interface Header {
  readonly line: number
  /** How many records stand before the first row, the header itself included. */
  readonly records: number
  /** All cells, those of an earlier check included. */
  readonly cells: readonly string[]
  readonly columns: ReadonlyMap<Field, number>
  readonly extras: readonly number[]
  /** The columns that an earlier check of ours appended, by their name. */
  readonly verdicts: ReadonlyMap<string, number>
  /** Second columns of a required field under the same name: their cells must be equal. */
  readonly twins: readonly { readonly first: number; readonly second: number }[]
  readonly preamble: readonly CsvRecord[]
  readonly warnings: readonly FileWarning[]
}

export interface HeaderOptions {
  /** Fields that the file's defaults give, so that no column need. */
  readonly defaults: ReadonlySet<RequiredField>
  readonly map: FieldMap
  readonly columnsMax: number
  readonly recordCharactersMax: number
  /** False when the records are the beginning of a longer file. */
  readonly isWhole: boolean
}

/** A title that mentions one column is no header; two required names in one row make one. */
const REQUIRED_NAMES_MIN = 2

/** Characters of a list of headers that a message shows. */
const NAMES_CHARACTERS_MAX = 200

/** Characters of the first line that a refusal shows. */
const SAMPLE_CHARACTERS_MAX = 80

/** `records`: the beginning of the file, as many as may hold the header. */
export function findHeader(
  records: readonly CsvRecord[],
  dialect: Dialect,
  options: HeaderOptions,
): Header | Refused {
  const start = dialect.sepLine ? 1 : 0
  let best: { row: readonly string[]; line: number; names: number } | undefined
  for (let at = start; at < records.length; at++) {
    const record = records[at]
    if (record === undefined) break
    // Everything behind it is swallowed, so a header found here would have no rows.
    if (record.problem === 'unclosed-quote') return refuse('F-QUOTE', {}, record.line)
    if (record.problem === 'record-too-long') {
      return refuse('F-RECORD', { limit: options.recordCharactersMax }, record.line)
    }
    const row = unwrapRow(record, dialect)
    const found = requiredFields(row, options.map)
    const missing = missingFields(found, options)
    if (found.size >= REQUIRED_NAMES_MIN && missing.length === 0) {
      return settle(records, at, row, dialect, options)
    }
    if (best === undefined || found.size > best.names) {
      best = { row, line: record.line, names: found.size }
    }
  }
  return refuseHeader(best, options)
}

function requiredFields(row: readonly string[], map: FieldMap): Set<Field> {
  const found = new Set<Field>()
  for (const cell of row) {
    const field = fieldOfHeader(cell)
    if (field !== undefined && map[field] === undefined) found.add(field)
  }
  for (const field of FIELDS) {
    const wanted = map[field]
    if (wanted !== undefined && columnCalled(row, wanted) !== -1) found.add(field)
  }
  return new Set(REQUIRED_FIELDS.filter((field) => found.has(field)))
}

function columnCalled(row: readonly string[], name: string): number {
  const exact = row.findIndex((cell) => cell.trim() === name.trim())
  if (exact !== -1) return exact
  const wanted = normalizeHeader(name)
  return wanted === '' ? -1 : row.findIndex((cell) => normalizeHeader(cell) === wanted)
}

function missingFields(found: ReadonlySet<Field>, options: HeaderOptions): RequiredField[] {
  return REQUIRED_FIELDS.filter((field) => !found.has(field) && !options.defaults.has(field))
}

/** What people call the fields, in messages of both languages. */
const FIELD_NAMES: Readonly<Record<Field, string>> = {
  plate: 'placa/plate',
  renavam: 'renavam',
  uf: 'uf',
  ownerDocument: 'cpf_cnpj/owner_document',
  nickname: 'apelido/nickname',
  costCentre: 'centro de custo/cost centre',
}

function refuseHeader(
  best: { row: readonly string[]; line: number; names: number } | undefined,
  options: HeaderOptions,
): Refused {
  if (best === undefined) {
    const limit = options.recordCharactersMax
    return options.isWhole ? refuse('F-EMPTY', {}) : refuse('F-RECORD', { limit }, 1)
  }
  const unknown = Object.entries(options.map).find(([, name]) => columnCalled(best.row, name) < 0)
  if (unknown !== undefined && best.names > 0) {
    const headers = best.row.map((cell) => cell.trim()).join(', ')
    const facts = {
      field: unknown[0],
      header: unknown[1],
      headers: headers.slice(0, NAMES_CHARACTERS_MAX),
    }
    return refuse('F-MAP', facts, best.line)
  }
  const found = requiredFields(best.row, options.map)
  const missing = missingFields(found, options)
    .map((field) => FIELD_NAMES[field])
    .join(', ')
  if (best.names >= REQUIRED_NAMES_MIN) return refuse('F-MISSING-COLUMN', { missing }, best.line)
  // The line may be a vehicle's and hold a document: only the shape of its numbers is shown.
  const sample = best.row.join(' | ').replace(/[0-9]/g, '#').slice(0, SAMPLE_CHARACTERS_MAX)
  return refuse('F-HEADER', { missing, sample }, best.line)
}

function settle(
  records: readonly CsvRecord[],
  at: number,
  row: readonly string[],
  dialect: Dialect,
  options: HeaderOptions,
): Header | Refused {
  const line = records[at]?.line ?? 1
  if (row.length > options.columnsMax) {
    return refuse('F-COLUMNS', { count: row.length, limit: options.columnsMax }, line)
  }
  const chosen = chooseColumns(row, line, options)
  if ('refused' in chosen) return chosen
  for (const index of chosen.columns.values()) {
    if (row[index]?.includes('\uFFFD') === true) return refuse('F-ENC', {}, line)
  }
  if (row.some((cell) => cell.includes('\0'))) return refuse('F-NUL', {}, line)
  const used = new Set([...chosen.columns.values(), ...chosen.twins.map((twin) => twin.second)])
  const extras = Array.from(row.keys()).filter(
    (index) => !used.has(index) && row[index]?.trim() !== '' && !isVerdictColumn(row[index] ?? ''),
  )
  const verdicts = new Map(
    Array.from(
      row.keys(),
      (index) => [row[index]?.trim().toLowerCase() ?? '', index] as const,
    ).filter(([name]) => isVerdictColumn(name)),
  )
  const warnings = [...chosen.warnings]
  if (dialect.sepLine) warnings.push({ code: 'W-SEP', facts: { delimiter: dialect.delimiter } })
  const preamble = records.slice(dialect.sepLine ? 1 : 0, at)
  if (preamble.length > 0) warnings.push({ code: 'W-PREAMBLE', facts: { count: preamble.length } })
  if (extras.length > 0) {
    const columns = extras
      .map((index) => row[index]?.trim())
      .join(', ')
      .slice(0, NAMES_CHARACTERS_MAX)
    warnings.push({ code: 'W-EXTRA', facts: { count: extras.length, columns } })
  }
  return { line, records: at + 1, cells: row, preamble, ...chosen, extras, verdicts, warnings }
}

function chooseColumns(
  row: readonly string[],
  line: number,
  options: HeaderOptions,
): Pick<Header, 'columns' | 'twins' | 'warnings'> | Refused {
  const columns = new Map<Field, number>()
  const twins: { first: number; second: number }[] = []
  const warnings: FileWarning[] = []
  for (const field of FIELDS) {
    const mapped = options.map[field]
    const candidates = mapped === undefined ? columnsOf(row, field) : [columnCalled(row, mapped)]
    const [first, ...others] = candidates
    if (first === undefined) continue
    if (first === -1) {
      const headers = row.map((cell) => cell.trim()).join(', ')
      return refuse(
        'F-MAP',
        { field, header: mapped ?? '', headers: headers.slice(0, NAMES_CHARACTERS_MAX) },
        line,
      )
    }
    columns.set(field, first)
    if (others.length === 0) continue
    const names = candidates.map((index) => row[index]?.trim() ?? '')
    const isRequired = REQUIRED_FIELDS.some((required) => required === field)
    if (!isRequired) {
      warnings.push({ code: 'W-ALIAS', facts: { field, column: names[0] ?? '' } })
    } else if (new Set(names.map(normalizeHeader)).size === 1) {
      for (const second of others) twins.push({ first, second })
      warnings.push({ code: 'W-DUP-HEADER', facts: { column: names[0] ?? '' } })
    } else {
      return refuse('F-AMBIGUOUS-COLUMN', { field, candidates: names.join(', ') }, line)
    }
  }
  return { columns, twins, warnings }
}

function columnsOf(row: readonly string[], field: Field): number[] {
  return Array.from(row.keys()).filter((index) => fieldOfHeader(row[index] ?? '') === field)
}
