import { bad, good, type Result } from './result.ts'

/** RENAVAM, the number that follows a vehicle through its life: padding and check digit. */

export type RenavamProblem =
  | 'renavam-empty'
  | 'renavam-characters'
  | 'renavam-length'
  | 'renavam-repeated'
  | 'renavam-check-digit'

const RENAVAM_DIGITS = 11

/** Shorter input is refused: the interface takes 9 to 11 digits (section 4, POST vehicles). */
const RENAVAM_INPUT_DIGITS_MIN = 9

const WEIGHTS = [3, 2, 9, 8, 7, 6, 5, 4, 3, 2] as const

/** The eleventh digit for the first ten. */
export function renavamCheckDigit(firstTen: string): number {
  let sum = 0
  for (let at = 0; at < WEIGHTS.length; at++) {
    sum += (firstTen.charCodeAt(at) - 48) * (WEIGHTS[at] ?? 0)
  }
  const rest = (sum * 10) % 11
  return rest === 10 ? 0 : rest
}

/** True when the last of eleven digits is the check digit of the others. */
export function hasRenavamCheckDigit(renavam: string): boolean {
  return renavam.charCodeAt(10) - 48 === renavamCheckDigit(renavam)
}

/** Eleven digits out of 9 to 11; spreadsheets drop the zeros in front. Does not check the digit. */
export function padRenavam(digits: string): Result<string, RenavamProblem> {
  if (digits === '') return bad('renavam-empty')
  if (!/^[0-9]+$/.test(digits)) return bad('renavam-characters')
  if (digits.length < RENAVAM_INPUT_DIGITS_MIN || digits.length > RENAVAM_DIGITS) {
    return bad('renavam-length')
  }
  const renavam = digits.padStart(RENAVAM_DIGITS, '0')
  if (/^(.)\1{10}$/.test(renavam)) return bad('renavam-repeated')
  return good(renavam)
}

/** A full RENAVAM of eleven digits whose check digit holds, out of 9 to 11 digits. */
export function parseRenavam(digits: string): Result<string, RenavamProblem> {
  const padded = padRenavam(digits)
  if (!padded.ok) return padded
  return hasRenavamCheckDigit(padded.value) ? padded : bad('renavam-check-digit')
}

/** A provisional RENAVAM can be consulted and not paid; `renavam` has eleven digits. */
export function isProvisionalRenavam(renavam: string): boolean {
  return renavam.startsWith('9')
}
