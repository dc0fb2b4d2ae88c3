/** Pure. Which known plates a mistyped one may have meant, and the two forms of one plate. */
import { mercosulForm, normalizePlate, suggestPlates } from './plate.ts'

/** Suggestions of one look-up; more would be a list, not a hint. */
const SUGGESTIONS_MAX = 5
/** Characters that may be wrong, missing, one too many, or swapped with their neighbour. */
const SLIPS_MAX = 2
const PLATE_CHARACTERS_MAX = 12

/** The plate as given and in its other form: ABC1234 and ABC1C34 are one vehicle. */
export function plateForms(text: string): string[] {
  const plate = normalizePlate(text)
  const letter = plate.charCodeAt(4) - 65
  const isMercosul = /^[A-Z]{3}[0-9][A-J][0-9]{2}$/.test(plate)
  const old = isMercosul ? `${plate.slice(0, 4)}${letter}${plate.slice(5)}` : plate
  return [...new Set([plate, mercosulForm(plate), old])]
}

/** The nearest of `known` first, at most `SUGGESTIONS_MAX`. */
export function similarPlates(text: string, known: readonly string[]): string[] {
  const given = normalizePlate(text).slice(0, PLATE_CHARACTERS_MAX)
  const meant = [given, ...suggestPlates(given)].map(mercosulForm)
  const near = known.map((plate) => {
    const slips = meant.map((one, at) => slipsBetween(one, mercosulForm(plate)) + Math.sign(at) / 2)
    return { plate, slips: Math.min(...slips) }
  })
  return near
    .filter(({ slips }) => slips <= SLIPS_MAX)
    .toSorted((a, b) => a.slips - b.slips || (a.plate < b.plate ? -1 : 1))
    .slice(0, SUGGESTIONS_MAX)
    .map(({ plate }) => plate)
}

/** Damerau's distance: a sign changed, left out or added, or two neighbours swapped, is one. */
function slipsBetween(one: string, other: string): number {
  let before: number[] = []
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= other.length; j += 1) {
      const changed = one[i - 1] === other[j - 1] ? 0 : 1
      const isSwap = one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      next[j] = Math.min(
        (row[j] ?? 0) + 1,
        (next[j - 1] ?? 0) + 1,
        (row[j - 1] ?? 0) + changed,
        isSwap && i > 1 && j > 1 ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    before = row
    row = next
  }
  return row[other.length] ?? 0
}
