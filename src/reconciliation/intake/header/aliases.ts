import { BARE_DOCUMENT_NAMES, DRIVER_NAMES, type Field } from './header-aliases.ts'
import { FIELDS, HEADER_ALIASES, HEADER_NOTES, OWN_NAMES, SHARED_NAMES } from './header-aliases.ts'
import { restoreMojibake } from '../../../sheets/text/mojibake.ts'

export type { Field } from './header-aliases.ts'
export { ALIASES_VERSION, FIELDS } from './header-aliases.ts'

/** Which field a header names, by the data of header-aliases.ts. */

export const REQUIRED_FIELDS = ['plate', 'renavam', 'uf', 'ownerDocument'] as const

export type RequiredField = (typeof REQUIRED_FIELDS)[number]

/** Without spaces, so that `CPF/CNPJ`, `cpf_cnpj`, `cpfCnpj` and `C.P.F./C.N.P.J.` are one name. */
const BY_ALIAS: ReadonlyMap<string, Named> = new Map([
  ...FIELDS.flatMap((field) => named(HEADER_ALIASES[field], { fields: [field], isShared: false })),
  ...SHARED_NAMES.flatMap(({ fields, names }) => named(names, { fields, isShared: true })),
])

interface Named {
  readonly fields: readonly Field[]
  /** Whether the cells hold two values, only some of which are fields. */
  readonly isShared: boolean
}

function named(names: readonly string[], what: Named) {
  return names.map((alias) => [alias.replaceAll(' ', ''), what] as const)
}

const NOTES: ReadonlySet<string> = new Set(HEADER_NOTES)

/** The columns that a verdict file of ours has appended; they are replaced, never read. */
export const VERDICT_COLUMNS = [
  'frota_status',
  'frota_motivo',
  'frota_coluna',
  'frota_valor',
  'frota_sugestao',
] as const

/** Appended as well where the file belongs to a run against a simulated service. */
export const ORIGIN_COLUMN = 'frota_origem'

/** The header without accents, case, punctuation and invisible characters. */
export function normalizeHeader(header: string): string {
  const bare = ASCII.test(header) ? header : header.normalize('NFKD').replace(/[\p{M}\p{Cf}]/gu, '')
  return bare
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
}

/** Nearly every header is ASCII, which needs no normalization. */
const ASCII = /^[\0-\x7f]*$/

/** The first field that a header names, if any. */
export function fieldOfHeader(header: string): Field | undefined {
  return fieldsOfHeader(header)[0]
}

/** The fields that a header names; a header encoded twice is understood as well. */
export function fieldsOfHeader(header: string): readonly Field[] {
  return namedBy(header)?.fields ?? []
}

/** From 0, the best: how well a header names one of its fields. */
export function rankOfName(header: string, field: Field): number {
  if (isOwnName(header, field)) return 0
  const name = namedBy(header)
  // `Placa/UF` tells the state of the vehicle, `Cidade/UF` perhaps that of its garage.
  return name?.isShared === true ? 4 - name.fields.length : 1
}

/** Whether a header says that its cells hold more than one value. */
export function isSharedName(header: string): boolean {
  return namedBy(header)?.isShared === true
}

function namedBy(header: string): Named | undefined {
  const name = nameCalled(header)
  if (name !== undefined) return name
  const restored = restoreMojibake(header)
  return restored === undefined ? undefined : nameCalled(restored)
}

function nameCalled(header: string): Named | undefined {
  if (header.length > NAME_CHARACTERS_MAX) return undefined
  // No alias has a digit and most cells of vehicles do: this is asked of every cell near the top.
  const mayHaveNote = NOTE_MARK.test(header)
  if (!mayHaveNote && /[0-9]/.test(header)) return undefined
  const found = BY_ALIAS.get(normalizeHeader(header).replaceAll(' ', ''))
  return found === undefined && mayHaveNote ? BY_ALIAS.get(withoutNote(header)) : found
}

/** Whether a header is called by the field's own name, and not by another one for it. */
export function isOwnName(header: string, field: Field): boolean {
  return OWN_NAMES[field].some((name) => isCalled(header, name))
}

/** Whether a bare document beside a driver's column may be the driver's. */
export function isBareDocument(header: string): boolean {
  return BARE_DOCUMENT_NAMES.some((name) => isCalled(header, name))
}

export function isDriver(header: string): boolean {
  return DRIVER_NAMES.some((name) => isCalled(header, name))
}

function isCalled(header: string, name: string): boolean {
  const bare = name.replaceAll(' ', '')
  return normalizeHeader(header).replaceAll(' ', '') === bare || withoutNote(header) === bare
}

/** A longer text is prose, and taking it apart costs time. */
const NAME_CHARACTERS_MAX = 80

const NOTE_MARK = /[([–—:-]/

/** `Renavam (11 dígitos)` and `Placa - obrigatório` without what they tell the writer. */
function withoutNote(header: string): string {
  const [, name = '', note = ''] = /^(.*?)(?:[([]|\s[-–—:]\s)(.*)$/s.exec(header.trim()) ?? []
  return NOTES.has(normalizeHeader(note)) ? normalizeHeader(name).replaceAll(' ', '') : ''
}

/** How many different required fields the cells of a row name, one cell at most one of them. */
export function countRequiredHeaders(cells: readonly string[]): number {
  const found = new Set(cells.map(fieldOfHeader))
  return REQUIRED_FIELDS.filter((field) => found.has(field)).length
}

/** Counts the columns of an earlier check too, so that a file of ours is cut as it was written. */
export function countKnownHeaders(cells: readonly string[]): number {
  const names = new Set(cells)
  const ours = VERDICT_COLUMNS.filter((name) => names.has(name)).length
  return ours + countRequiredHeaders(cells)
}

export function isVerdictColumn(header: string): boolean {
  const name = header.trim().toLowerCase()
  return name === ORIGIN_COLUMN || VERDICT_COLUMNS.some((column) => column === name)
}
