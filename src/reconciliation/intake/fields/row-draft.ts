import { isCnpj, isCpf, maskDocument, stripDocument } from '../../../fleet/document.ts'
import { hasRenavamCheckDigit } from '../../../fleet/renavam.ts'
import type { Field } from '../header/aliases.ts'
import { plainHyphens } from './plain-hyphens.ts'
import type { RowIssue } from '../judged.ts'
import type { RowIssueCode } from '../reasons/row-reasons.ts'

/**
 * Collects what is said about one row while its fields are judged. Every repair goes through here
 * with its old and new value, and every document is masked here, so neither can be forgotten.
 */

type RejectCode = Extract<RowIssueCode, `R-${string}`>
type WarnCode = Extract<RowIssueCode, `W-${string}`>

/** Characters of a value that an issue repeats. */
const VALUE_CHARACTERS_MAX = 100

/** The length of a CPF without punctuation. */
const DOCUMENT_CHARACTERS_MIN = 11

export class RowDraft {
  readonly issues: RowIssue[] = []
  rejected = false
  repaired = false
  /** What each repaired cell should hold, clear: personal data. Most rows have none. */
  fixes: Map<Field, string> | undefined
  readonly #columns: Readonly<Record<Field, string>>

  constructor(columns: Readonly<Record<Field, string>>) {
    this.#columns = columns
  }

  /** The row cannot be used. Returns undefined, so that a judge can return the call. */
  reject(code: RejectCode, field: Field, value: string, suggestion?: string): undefined {
    this.rejected = true
    const hint = suggestion === undefined ? {} : { suggestion }
    this.issues.push({ code, ...this.#at(field, value), ...hint })
    return undefined
  }

  repair(code: WarnCode, field: Field, value: string, repaired: string): void {
    this.repaired = true
    this.fixes ??= new Map()
    this.fixes.set(field, repaired)
    this.issues.push({ code, ...this.#at(field, value), repaired: shownValue(field, repaired) })
  }

  /** The value stands, and somebody should know something about it. */
  warn(code: WarnCode, field: Field, value: string): void {
    this.issues.push({ code, ...this.#at(field, value) })
  }

  /** Adds an issue of the row as a whole. */
  note(issue: RowIssue): void {
    if (issue.code.startsWith('R-')) this.rejected = true
    this.issues.push(issue)
  }

  #at(field: Field, value: string): { column: string; value: string } {
    return { column: this.#columns[field], value: shownValue(field, value) }
  }
}

/** A document is masked in its own column, and in another one that it strayed into. */
export function shownValue(field: Field | undefined, value: string): string {
  if (field !== 'ownerDocument') return shownElsewhere(value)
  const document = stripDocument(plainHyphens(value))
  if (/^(?:[0-9]{11}|[0-9A-Z]{12}[0-9]{2})$/.test(document)) return maskDocument(document)
  // Any other text may be most of a document, so only its shape is shown.
  return value.slice(0, VALUE_CHARACTERS_MAX).replace(/\p{N}/gu, '#')
}

/** A value of a column that is none for documents; those that strayed into it are masked. */
export function shownElsewhere(value: string): string {
  if (value.length < DOCUMENT_CHARACTERS_MIN || isRenavam(value)) {
    return value.slice(0, VALUE_CHARACTERS_MAX)
  }
  const document = stripDocument(value)
  if (isCpf(document) || isCnpj(document)) return maskDocument(document)
  const hidden = value.replace(LONG_NUMBER, hideInside).replace(CODE, hideCode)
  return hidden.slice(0, VALUE_CHARACTERS_MAX)
}

/** One RENAVAM in a hundred reads as a CPF: its own check digit tells which it is. */
function isRenavam(value: string): boolean {
  return /^[0-9]{11}$/.test(value) && hasRenavamCheckDigit(value)
}

const LONG_NUMBER = /[0-9](?:[./-]?[0-9]){10,}/g

/** A CNPJ with letters among other text. */
const CODE = /(?<![0-9A-Za-z])[0-9A-Za-z]{12}[0-9]{2}(?![0-9A-Za-z])/g

function hideCode(code: string): string {
  return isCnpj(code.toUpperCase()) ? maskDocument(code) : code
}

/** A number in other text. One that is too long for a document may contain one: all is hidden. */
function hideInside(number: string): string {
  if (isRenavam(number)) return number
  const document = stripDocument(number)
  if (document.length > 14) return '#'.repeat(number.length)
  return isCpf(document) || isCnpj(document) ? maskDocument(document) : number
}
