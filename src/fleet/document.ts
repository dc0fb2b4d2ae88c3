import { asciiCapitals } from './ascii-capitals.ts'
import { bad, good, type Result } from './result.ts'

/**
 * CPF and CNPJ (numeric, and alphanumeric since July 2026): check digits, zeros that a spreadsheet
 * lost, and the mask. A document is text, never a number.
 */

export interface OwnerDocument {
  /** 11 digits of a CPF, or 14 characters of a CNPJ, without punctuation. Personal data. */
  readonly document: string
  /** True when zeros had been lost in front and were put back. */
  readonly padded: boolean
}

export type DocumentProblem =
  | 'document-empty'
  | 'document-form'
  | 'document-repeated'
  | 'document-check-digit'
  | 'document-ambiguous'

const CPF_WEIGHTS = [11, 10, 9, 8, 7, 6, 5, 4, 3, 2] as const
const CNPJ_WEIGHTS = [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2] as const

/** Both documents use modulo 11 with the value of a character being its code minus 48. */
function checkDigit(text: string, length: number, weights: readonly number[]): number {
  const skipped = weights.length - length
  let sum = 0
  for (let at = 0; at < length; at++)
    sum += (text.charCodeAt(at) - 48) * (weights[at + skipped] ?? 0)
  const rest = sum % 11
  return rest < 2 ? 0 : 11 - rest
}

function endsInCheckDigits(text: string): boolean {
  return documentCheckDigits(text.slice(0, -2)) === text.slice(-2)
}

/** `text`: 11 digits without punctuation. */
export function isCpf(text: string): boolean {
  return (
    text.length === 11 && /^[0-9]{11}$/.test(text) && endsInCheckDigits(text) && !isRepeated(text)
  )
}

/** `text`: 14 characters in upper case without punctuation. */
export function isCnpj(text: string): boolean {
  return (
    text.length === 14 &&
    /^[A-Z0-9]{12}[0-9]{2}$/.test(text) &&
    text !== '00000000000000' &&
    endsInCheckDigits(text)
  )
}

/** The two check digits that belong after the first 9 of a CPF or the first 12 of a CNPJ. */
export function documentCheckDigits(stem: string): string {
  const weights = stem.length === 9 ? CPF_WEIGHTS : CNPJ_WEIGHTS
  const first = checkDigit(stem, stem.length, weights)
  return `${first}${checkDigit(`${stem}${first}`, stem.length + 1, weights)}`
}

/** Upper case, without `.`, `/`, `-` and spaces; letters stay, for they belong to a CNPJ. */
export function stripDocument(text: string): string {
  return /^[0-9A-Z]*$/.test(text) ? text : asciiCapitals(text).replace(/[./\s-]/g, '')
}

function isRepeated(text: string): boolean {
  return text === text.charAt(0).repeat(text.length)
}

/**
 * Reads a document as people and spreadsheets write it. Shorter ones had zeros in front: of the
 * readings as CPF and as CNPJ exactly one must have valid check digits, otherwise nobody can tell.
 */
export function parseDocument(text: string): Result<OwnerDocument, DocumentProblem> {
  const document = stripDocument(text)
  if (document === '') return bad('document-empty')
  if (document.length === 14) {
    if (isCnpj(document)) return good({ document, padded: false })
    if (!/^[A-Z0-9]{12}[0-9]{2}$/.test(document)) return bad('document-form')
    return bad(isRepeated(document) ? 'document-repeated' : 'document-check-digit')
  }
  if (!/^[0-9]{9,13}$/.test(document)) return bad('document-form')
  if (isCpf(document)) return good({ document, padded: false })
  return parsePadded(document)
}

function parsePadded(digits: string): Result<OwnerDocument, DocumentProblem> {
  if (digits.length >= 11 && isRepeated(digits)) return bad('document-repeated')
  const cpf = digits.padStart(11, '0')
  const cnpj = digits.padStart(14, '0')
  const asCpf = digits.length < 11 && isCpf(cpf)
  const asCnpj = isCnpj(cnpj)
  if (asCpf !== asCnpj) return good({ document: asCpf ? cpf : cnpj, padded: true })
  return bad(digits.length === 11 ? 'document-check-digit' : 'document-ambiguous')
}

/** The document where it is a company's, which books may name; empty for a person's. */
export function cnpjOf(document: string): string {
  const text = stripDocument(document)
  return isCnpj(text) ? text : ''
}

/** `11.222.333/0001-81`; what is no whole CNPJ stays as it is. */
export function formatCnpj(cnpj: string): string {
  const parts = /^(.{2})(.{3})(.{3})(.{4})(.{2})$/.exec(cnpj)
  if (parts === null) return cnpj
  const [, root = '', second = '', third = '', branch = '', digits = ''] = parts
  return `${root}.${second}.${third}/${branch}-${digits}`
}

/** What people may see: `***.456.789-**` of a CPF, `12.***.***\/****-81` of a CNPJ. */
export function maskDocument(document: string): string {
  const text = stripDocument(document)
  if (text.length === 11) return `***.${text.slice(3, 6)}.${text.slice(6, 9)}-**`
  if (text.length === 14) return `${text.slice(0, 2)}.***.***/****-${text.slice(12)}`
  return '***'
}
