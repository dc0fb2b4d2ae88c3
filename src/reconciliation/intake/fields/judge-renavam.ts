import { isCpf, stripDocument } from '../../../fleet/document.ts'
import {
  hasRenavamCheckDigit,
  isProvisionalRenavam,
  padRenavam,
  parseRenavam,
} from '../../../fleet/renavam.ts'
import { cleanCell, unprotect } from './clean-cell.ts'
import { plainHyphens } from './plain-hyphens.ts'
import type { RowDraft } from './row-draft.ts'
import { dropDecimals, hasDecimals, readScientific } from './scientific.ts'

const FULL = /^[0-9]{11}$/

/** Eleven digits. A wrong check digit is for the authority to decide, unless `strict`. */
export function judgeRenavam(raw: string, strict: boolean, draft: RowDraft): string | undefined {
  const isFull = FULL.test(raw)
  // The fast path of nearly every cell.
  if (isFull && hasRenavamCheckDigit(raw) && !mayBeOdd(raw)) return raw
  const digits = isFull ? raw : readDigits(raw, draft)
  if (digits === undefined) return undefined
  const padded = padRenavam(digits)
  if (!padded.ok) {
    if (padded.code === 'renavam-empty') return draft.reject('R-EMPTY', 'renavam', raw)
    if (padded.code === 'renavam-length') return draft.reject('R-RENAVAM-LENGTH', 'renavam', raw)
    if (padded.code === 'renavam-repeated') return draft.reject('R-REPEATED', 'renavam', raw)
    return draft.reject('R-RENAVAM', 'renavam', raw, suggest(digits))
  }
  const renavam = padded.value
  if (/^(.)\1+$/.test(digits)) return draft.reject('R-REPEATED', 'renavam', raw)
  const isPadded = renavam !== digits
  if (!hasRenavamCheckDigit(renavam)) {
    // Any digit may be missing: only a right check digit says that it was a zero in front.
    if (strict || isPadded) return draft.reject('R-DV', 'renavam', digits)
    draft.warn('W-DV', 'renavam', renavam)
  }
  if (isPadded) draft.repair('W-ZEROPAD', 'renavam', digits, renavam)
  if (isProvisionalRenavam(renavam)) draft.warn('W-PROVISIONAL', 'renavam', renavam)
  return renavam
}

/** Begins with 9 (provisional), or may be one digit repeated, by three of its digits. */
function mayBeOdd(renavam: string): boolean {
  const last = renavam.charCodeAt(10)
  const first = renavam.charCodeAt(0)
  return first === 57 || (first === last && renavam.charCodeAt(1) === last)
}

/** The digits inside a cell; undefined when the draft was rejected. */
function readDigits(raw: string, draft: RowDraft): string | undefined {
  const text = cleanCell(raw, 'renavam', draft)
  if (text === undefined) return undefined
  const bare = plainHyphens(unprotect(text).normalize('NFKC'))
  const scientific = readScientific(bare)
  if (scientific === 'lost') return draft.reject('R-SCI-LOST', 'renavam', text)
  if (scientific !== undefined) return fromScientific(text, scientific.digits, draft)
  if (isWrittenAsCpf(bare)) return draft.reject('R-RENAVAM', 'renavam', text)
  if (hasDecimals(bare)) return draft.reject('R-RENAVAM', 'renavam', text, suggest(grouped(bare)))
  const digits = withoutGrouping(dropDecimals(bare))
  if (digits !== raw && digits !== '') draft.repair('W-FMT', 'renavam', raw, digits)
  return digits
}

/** The digits may have been rounded, so they need a right check digit. */
function fromScientific(text: string, digits: string, draft: RowDraft): string | undefined {
  const parsed = parseRenavam(digits)
  if (!parsed.ok) {
    const code = parsed.code === 'renavam-check-digit' ? 'R-DV' : 'R-RENAVAM-LENGTH'
    return draft.reject(code, 'renavam', text)
  }
  draft.repair('W-SCI', 'renavam', text, parsed.value)
  return parsed.value
}

/** A CPF in the wrong column has as many digits as a RENAVAM. */
function isWrittenAsCpf(text: string): boolean {
  return /^[0-9]{3}\.[0-9]{3}\.[0-9]{3}-[0-9]{2}$/.test(text) && isCpf(stripDocument(text))
}

/** The digits without the point that may set the check digit apart: only a suggestion. */
function grouped(text: string): string {
  return text.replace(/[.,]/, '')
}

function withoutGrouping(text: string): string {
  if (/^[0-9]{1,3}(?:,[0-9]{3})+$/.test(text)) return text.replaceAll(',', '')
  return text.replace(/[.\s-]/g, '')
}

/** Letters typed for digits, when the check digit says that this is what was meant. */
function suggest(text: string): string | undefined {
  const meant = text.toUpperCase().replace(/O/g, '0').replace(/[IL]/g, '1').replace(/S/g, '5')
  const parsed = parseRenavam(meant)
  return parsed.ok ? parsed.value : undefined
}
