import { isCpf, parseDocument } from '../../../fleet/document.ts'
import { hasRenavamCheckDigit } from '../../../fleet/renavam.ts'
import type { Uf } from '../../../fleet/uf.ts'
import { isUf } from '../../../fleet/uf.ts'
import type { Field } from '../header/aliases.ts'
import { isVerdictColumn, REQUIRED_FIELDS } from '../header/aliases.ts'
import type { RowDraft } from './row-draft.ts'

/** Values that stand in the wrong column of their row and would pass there. */

export interface MovedValues {
  readonly header: readonly string[]
  readonly places: Readonly<Record<Field, number>>
  /** Columns for whose empty cells the file gives a value, and these values. */
  readonly replaced: readonly (keyof typeof SLIPPED)[]
  readonly defaults: { readonly uf: Uf | undefined; readonly ownerDocument: string | undefined }
}

/** How such a value reads, and names of other columns that hold such values of their own. */
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

/** Of these fields, those that have a column and a value of the file for its empty cells. */
export function replacedFields({ places, defaults }: Omit<MovedValues, 'replaced'>) {
  const fields = ['uf', 'ownerDocument'] as const
  return fields.filter((field) => defaults[field] !== undefined && places[field] !== -1)
}

/** `document`: as it was read. */
export function rejectMoved(
  cells: readonly string[],
  row: MovedValues,
  document: string | undefined,
  draft: RowDraft,
): void {
  for (const field of row.replaced) {
    if (hasSlipped(field, cells, row)) draft.reject('R-SLIPPED', field, cellAt(cells, row, field))
  }
  // Of nearly every row nothing was said, because both numbers hold where they stand.
  if (draft.issues.length === 0 || draft.rejected) return
  if (document === undefined || isWholeCnpj(document)) return
  const renavam = elevenDigits(cellAt(cells, row, 'renavam'))
  const cpf = elevenDigits(cellAt(cells, row, 'ownerDocument'))
  if (renavam === undefined || cpf === undefined) return
  const asTheyStand = Number(hasRenavamCheckDigit(renavam)) + Number(isCpf(cpf))
  const swapped = Number(hasRenavamCheckDigit(cpf)) + Number(isCpf(renavam))
  if (swapped > asTheyStand) draft.reject('R-SWAPPED', 'renavam', renavam)
}

/** The row's own value stands in another column or line, so that the file's default would replace it. */
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

/** Behind spaces a quote quotes nothing, so the rest of the row may stand in the next line. */
function isCutOff(cell: string): boolean {
  return /^\s+"[^"]*$/.test(cell)
}

/** One that cannot be a number of eleven digits with zeros put in front. */
function isWholeCnpj(document: string): boolean {
  return document.length === 14 && !document.startsWith('000')
}

/** Of a RENAVAM or a CPF, zeros in front put back. */
function elevenDigits(cell: string): string | undefined {
  const digits = cell.replace(/[^0-9]/g, '')
  return /^[0-9]{9,11}$/.test(digits) ? digits.padStart(11, '0') : undefined
}
