import { isCnpj } from '../../../fleet/document.ts'
import { refuse } from '../reasons/explain.ts'
import { columnWanted, mapToType } from './column-wanted.ts'
import { fieldsOfHeader, FIELDS, isBareDocument, isDriver, isSharedName } from './aliases.ts'
import { normalizeHeader, rankOfName, type Field } from './aliases.ts'
import { REQUIRED_FIELDS } from './aliases.ts'
import type { FileWarning, Refused } from '../judged.ts'

/** Stage three, second half: which column of a header is which field. */

/** For a field, its column as a person names it: a header, or `#3` for the third column. */
export type FieldMap = Readonly<Partial<Record<Field, string>>>

export interface ChosenColumns {
  readonly columns: ReadonlyMap<Field, number>
  /** Second columns of a required field under the same name: their cells must be equal. */
  readonly twins: readonly { readonly first: number; readonly second: number }[]
  readonly warnings: readonly FileWarning[]
}

/** Characters of a list of headers that a message shows. */
export const NAMES_CHARACTERS_MAX = 200

/** What people call the fields, in messages of both languages. */
export const FIELD_NAMES: Readonly<Record<Field, string>> = {
  plate: 'placa/plate',
  renavam: 'renavam',
  uf: 'uf',
  ownerDocument: 'cpf_cnpj/owner_document',
  nickname: 'apelido/nickname',
  costCentre: 'centro de custo/cost centre',
}

/** Characters of one header that are shown, and by which a column is called. */
const NAME_CHARACTERS_MAX = 120

/** A column's name, or its place; long numbers are hidden, as the row may be a vehicle's. */
export function columnName(cells: readonly string[], index: number): string {
  const name = showable(cells[index] ?? '').trim()
  return name === '' ? `coluna ${index + 1}` : hideNumbers(name).slice(0, NAME_CHARACTERS_MAX)
}

/** A column that the map gives to one field is no candidate for another. */
export function columnsGiven(row: readonly string[], map: FieldMap): ReadonlySet<number> {
  return new Set(Object.values(map).map((wanted) => columnWanted(row, wanted)))
}

export function chooseColumns(
  row: readonly string[],
  line: number,
  map: FieldMap,
): ChosenColumns | Refused {
  const columns = new Map<Field, number>()
  const twins: { first: number; second: number }[] = []
  const warnings: FileWarning[] = []
  const given = columnsGiven(row, map)
  for (const field of FIELDS) {
    // A column of two values gives one of them only: it was no choice for the other.
    const isPart = (index: number): boolean =>
      isSharedName(row[index] ?? '') && (field === 'plate' || columns.get('plate') === index)
    const wanted = map[field]
    const all = wanted === undefined ? columnsOf(row, field, given) : [columnWanted(row, wanted)]
    const candidates = ranked(row, field, all)
    const [first, ...others] = candidates
    if (first === undefined) continue
    if (first === -1) return refuseMap(field, wanted ?? '', row, line)
    columns.set(field, first)
    const names = candidates.map((index) => columnName(row, index))
    const choiceOf = (column: number): string => {
      return `--map ${mapToType(row, map, new Map([[field, column]]))}`
    }
    if (new Set(names.map(normalizeHeader)).size > 1) {
      const choices = candidates.map(choiceOf).join(' | ')
      const facts = { name: FIELD_NAMES[field], candidates: shorten(names.join(', ')), choices }
      return refuse('F-AMBIGUOUS-COLUMN', facts, line)
    }
    if (others.length > 0 && REQUIRED_FIELDS.some((required) => required === field)) {
      for (const second of others) twins.push({ first, second })
      warnings.push({ code: 'W-DUP-HEADER', facts: { column: names[0] ?? '' } })
    }
    const rest = all.filter((index) => {
      const isTwin = twins.some(({ second }) => second === index)
      return index !== first && !isTwin && !isPart(index)
    })
    if (rest.length > 0) {
      const others = shorten(rest.map((index) => columnName(row, index)).join(', '))
      const told = { name: FIELD_NAMES[field], column: names[0] ?? '', others }
      const facts = { ...told, choice: choiceOf(rest[0] ?? first) }
      warnings.push({ code: 'W-ALIAS', facts })
    }
  }
  return { columns, twins, warnings }
}

/** Those whose name says best that they are the field's. */
function ranked(row: readonly string[], field: Field, candidates: readonly number[]) {
  const ranks = candidates.map((index) => rankOfName(row[index] ?? '', field))
  return candidates.filter((_, at) => ranks[at] === Math.min(...ranks))
}

function columnsOf(row: readonly string[], field: Field, given: ReadonlySet<number>): number[] {
  const isDriven = field === 'ownerDocument' && row.some(isDriver)
  return Array.from(row.keys()).filter((index) => {
    const header = row[index] ?? ''
    // Beside a driver a bare CPF is the driver's: taken for the owner's it would name somebody else.
    if (isDriven && isBareDocument(header)) return false
    const isFree = !given.has(index) || isSharedName(header)
    return isFree && fieldsOfHeader(header).includes(field)
  })
}

export function refuseMap(
  field: string,
  header: string,
  row: readonly string[],
  line?: number,
): Refused {
  const headers = shorten(Array.from(row.keys(), (index) => columnName(row, index)).join(', '))
  const wanted = showable(header)
  return refuse('F-MAP', { field, header: wanted, count: row.length, headers }, line)
}

/** A list of headers. The row may be a vehicle's instead of one, so long numbers are hidden. */
export function shorten(names: string): string {
  const hidden = hideNumbers(names)
  return hidden.length > NAMES_CHARACTERS_MAX ? `${hidden.slice(0, NAMES_CHARACTERS_MAX)}…` : hidden
}

/** Nine digits or more, whatever separates them. */
const NUMBER = /[0-9](?:[ ./-]?[0-9]){8,}/g

/** What may be a CNPJ with letters; its check digits tell it from a name. */
const CODE = /[0-9A-Za-z]{12}[0-9]{2}/g

export function hideNumbers(text: string): string {
  const hide = (found: string): string => found.replace(/[0-9A-Za-z]/g, '#')
  return text.replace(NUMBER, hide).replace(CODE, (found) => {
    return isCnpj(found.toUpperCase()) ? hide(found) : found
  })
}

/** Without control and format characters, which are invisible or change how the rest is shown. */
export function showable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, '')
}
