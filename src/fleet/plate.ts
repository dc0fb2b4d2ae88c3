import { asciiCapitals } from './ascii-capitals.ts'
import { bad, good, type Result } from './result.ts'

/** Brazilian licence plates: both forms, the form they are compared in, and their final digit. */

export type PlateProblem = 'plate-empty' | 'plate-form' | 'plate-placeholder'

const OLD = /^[A-Z]{3}[0-9]{4}$/
const MERCOSUL = /^[A-Z]{3}[0-9][A-Z][0-9]{2}$/

/** People fill an unknown plate with these, and no vehicle bears one. */
const PLACEHOLDERS = new Set(['ZZZ0000', 'ZZZ9999', 'XXX0000', 'AAA0000'])

/** True for a normalized plate that people write when they do not know the true one. */
export function isMadeUpPlate(plate: string): boolean {
  return PLACEHOLDERS.has(plate)
}

/** Upper case, without hyphens, dots and spaces; nothing else is changed. */
export function normalizePlate(text: string): string {
  return asciiCapitals(text).replace(/[-.\s]/g, '')
}

/** Upper case without separators, in the form that was given: ABC1234 or ABC1C34. */
export function parsePlate(text: string): Result<string, PlateProblem> {
  const plate = normalizePlate(text)
  if (plate === '') return bad('plate-empty')
  if (!OLD.test(plate) && !MERCOSUL.test(plate)) return bad('plate-form')
  if (isMadeUpPlate(plate)) return bad('plate-placeholder')
  return good(plate)
}

/**
 * The form in which two plates are compared: an old plate's fifth character d becomes the letter
 * d places after A. A converted vehicle keeps its RENAVAM, so ABC1234 and ABC1C34 are one vehicle.
 */
export function mercosulForm(plate: string): string {
  if (!OLD.test(plate)) return plate
  const letter = String.fromCharCode(65 + plate.charCodeAt(4) - 48)
  return plate.slice(0, 4) + letter + plate.slice(5)
}

/** The digit that the states' calendars go by ("final de placa"); `plate` is a parsed plate. */
export function finalDigit(plate: string): number {
  return plate.charCodeAt(plate.length - 1) - 48
}

const LETTER_FOR: Readonly<Record<string, string>> = { '0': 'O', '1': 'I', '5': 'S', '8': 'B' }
const DIGIT_FOR: Readonly<Record<string, string>> = { O: '0', I: '1', S: '5', B: '8' }

/**
 * The plates that a reader may have meant by writing O for 0, I for 1, S for 5 or B for 8 (or the
 * other way round). A suggestion: intake repairs a plate by it only if a person asked for that.
 */
export function suggestPlates(text: string): string[] {
  const plate = normalizePlate(text.toUpperCase())
  if (plate.length !== 7) return []
  const meant = (pattern: string): string | undefined => {
    let out = ''
    for (let at = 0; at < pattern.length; at++) {
      const wanted = pattern.charAt(at)
      const given = plate.charAt(at)
      const isWanted = wanted === 'L' ? /[A-Z]/.test(given) : /[0-9]/.test(given)
      const swapped = isWanted ? given : (wanted === 'L' ? LETTER_FOR : DIGIT_FOR)[given]
      if (swapped === undefined) return undefined
      out += swapped
    }
    return out
  }
  const candidates = [meant('LLLNNNN'), meant('LLLNLNN')].filter((one) => one !== undefined)
  return candidates.filter((one) => one !== plate && !isMadeUpPlate(one))
}
