import { isCpf, parseDocument } from '../../../fleet/document.ts'
import { hasRenavamCheckDigit } from '../../../fleet/renavam.ts'
import { isUf, type Uf } from '../../../fleet/uf.ts'
import { isVerdictColumn, REQUIRED_FIELDS, type Field } from '../header/aliases.ts'
import type { RowDraft } from './row-draft.ts'

/** Values that stand in the wrong column of their row and would pass there. */

export interface MovedValues {
  readonly header: readonly string[]
  readonly places: Readonly<Record<Field, number>>
  /** Fields with a column for whose empty cells the file has a default. */
  readonly replaced: readonly (keyof typeof SLIPPED)[]
  readonly defaults: { readonly uf: Uf | undefined; readonly ownerDocument: string | undefined }
}

/** How a moved value is recognised, and names of columns that hold such values rightly. */
const SLIPPED = {
  uf: {
    read: (cell: string): string | undefined => (isUf(cell) ? cell : undefined),
    names: /uf|estado|state|origem|origin|destin|cidade|city|munic|filial|branch|regi/i,
  },
  ownerDocument: {
    read: (cell: string): string | undefined => {
      const parsed = parseDocument(cell)
      return parsed.ok ? parsed.value.document : undefined
    },
    names: /cpf|cnpj|doc|condutor|motorista|driver|cliente|client|customer|fornecedor|supplier/i,
  },
} as const

/** The fields with a column for whose empty cells the file has a default. */
export function replacedFields({ places, defaults }: Omit<MovedValues, 'replaced'>) {
  const fields = ['uf', 'ownerDocument'] as const
  return fields.filter((field) => defaults[field] !== undefined && places[field] !== -1)
}

/** `document`: the owner's document as its judge read it. */
export function rejectMoved(
  cells: readonly string[],
  row: MovedValues,
  document: string | undefined,
  draft: RowDraft,
): void {
  for (const field of row.replaced) {
    if (hasSlipped(field, cells, row)) draft.reject('R-SLIPPED', field, cellAt(cells, row, field))
  }
  // The fast path of nearly every row: without an issue, both numbers are in their own columns.
  if (draft.issues.length === 0 || draft.rejected) return
  if (isWholeCnpj(document)) return
  const renavam = elevenDigits(cellAt(cells, row, 'renavam'))
  const cpf = elevenDigits(cellAt(cells, row, 'ownerDocument'))
  if (renavam === undefined || cpf === undefined) return
  const asTheyStand = Number(hasRenavamCheckDigit(renavam)) + Number(isCpf(cpf))
  const swapped = Number(hasRenavamCheckDigit(cpf)) + Number(isCpf(renavam))
  if (swapped > asTheyStand) draft.reject('R-SWAPPED', 'renavam', renavam)
}

/** Whether the row's value is in another column or line, so that the default would replace it. */
function hasSlipped(
  field: keyof typeof SLIPPED,
  cells: readonly string[],
  { header, places, defaults }: MovedValues,
): boolean {
  if (/[0-9A-Za-z]/.test(cells[places[field]] ?? '')) return false
  const { read, names } = SLIPPED[field]
  return cells.some((cell, at) => {
    if (isCutOff(cell)) return true
    const value = read(cell.replace(/[\s"]/g, ''))
    if (value === undefined || value === defaults[field]) return false
    const name = header[at] ?? ''
    const isOwn = names.test(name) || isVerdictColumn(name)
    return !isOwn && !REQUIRED_FIELDS.some((one) => places[one] === at)
  })
}

function cellAt(cells: readonly string[], { places }: MovedValues, field: Field): string {
  return cells[places[field]] ?? ''
}

/** A quote after spaces opens no quoted cell, so the rest of the row may be in the next line. */
function isCutOff(cell: string): boolean {
  return /^\s+"[^"]*$/.test(cell)
}

/** Not an eleven-digit number that was padded with zeros. */
function isWholeCnpj(document = ''): boolean {
  return document.length === 14 && !document.startsWith('000')
}

/** The digits of a RENAVAM or a CPF, with leading zeros; undefined for any other cell. */
function elevenDigits(cell: string): string | undefined {
  const digits = cell.replace(/[^0-9]/g, '')
  return /^[0-9]{9,11}$/.test(digits) ? digits.padStart(11, '0') : undefined
}
