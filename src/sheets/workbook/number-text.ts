import { FORMAT_CHARACTERS_MAX } from './date-text.ts'

/**
 * A stored number as a Brazilian spreadsheet writes it into a CSV: RENAVAM, CPF and CNPJ come out
 * whole, decimals with a comma, since a point parts thousands there. What a spreadsheet has rounded
 * keeps its exponent, so that the judge of the field sees that digits were lost.
 */

const NUMBER = /^([+-]?)([0-9]*)(?:\.([0-9]*))?(?:[eE]([+-]?[0-9]{1,4}))?$/

/** A spreadsheet keeps fifteen digits of a number; those behind are noise of its binary form. */
const DIGITS_KEPT = 15

/** No program stores a number in more characters. */
const STORED_CHARACTERS_MAX = 64

/** Longer whole numbers than any document are left in the form that they are stored in. */
const PLACES_MAX = 15

export function numberText(stored: string): string {
  if (stored.length > STORED_CHARACTERS_MAX) return stored
  const parts = NUMBER.exec(stored.trim())
  if (parts === null) return stored
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts
  if (whole + fraction === '') return stored
  const rounded = Number(stored)
  const digits = (whole + fraction).replace(/^0+/, '').replace(/0+$/, '')
  const isNoisy = digits.length > DIGITS_KEPT && !isExact(whole, fraction, exponent)
  const shown = isNoisy ? Number(rounded.toPrecision(DIGITS_KEPT)) : rounded
  if (!Number.isFinite(shown) || Math.abs(shown) >= 10 ** PLACES_MAX) return stored.trim()
  if (Number.isInteger(shown)) return (Object.is(shown, -0) ? 0 : shown).toFixed(0)
  if (exponent === '0' && !isNoisy) {
    return `${sign === '-' ? '-' : ''}${whole === '' ? '0' : whole},${fraction.replace(/0+$/, '')}`
  }
  const text = String(shown)
  return text.includes('e') ? stored.trim() : text.replace('.', ',')
}

/** A whole number that is stored without an exponent is exact, however many digits it has. */
function isExact(whole: string, fraction: string, exponent: string): boolean {
  return /^0*$/.test(fraction) && Number(exponent) === 0 && whole !== ''
}

/**
 * How many digits a format of nothing but zeros fills up: 11 for `00000000000` and for a CPF's
 * `000\.000\.000\-00`; 0 for any other format.
 */
export function zerosOfFormat(code = ''): number {
  const [positive = ''] = code.slice(0, FORMAT_CHARACTERS_MAX).split(';')
  const bare = positive.replace(/"[^"]*"|\\.|_.|\[[^\]]*\]|[-/ ]/g, '')
  return /^0+$/.test(bare) ? bare.length : 0
}

/** A number with the zeros in front that its format shows. */
export function filledText(stored: string, zeros: number): string {
  const text = numberText(stored)
  return /^[0-9]+$/.test(text) ? text.padStart(zeros, '0') : text
}
