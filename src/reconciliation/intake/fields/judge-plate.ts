import { isMadeUpPlate, normalizePlate, parsePlate, suggestPlates } from '../../../fleet/plate.ts'
import { cleanCell, hasForeignLetters, latinLookAlike, unprotect } from './clean-cell.ts'
import { plainHyphens } from './plain-hyphens.ts'
import type { RowDraft } from './row-draft.ts'

const PLATE = /^[A-Z]{3}[0-9][A-Z0-9][0-9]{2}$/

/** A plate as people write it, such as `abc-1d23`: only the hyphen could need cleaning. */
const WRITTEN_PLATE = /^[A-Za-z]{3}[- ]?[0-9][A-Za-z0-9][0-9]{2}$/

/**
 * The normalized plate. A letter typed for a digit is suggested; it is repaired only where somebody
 * asked for that, when one plate alone can be meant and `vouched` says that the row's RENAVAM is
 * sound.
 */
export function judgePlate(
  raw: string,
  draft: RowDraft,
  vouched?: () => boolean,
): string | undefined {
  if (PLATE.test(raw) && !isMadeUpPlate(raw)) return raw
  if (WRITTEN_PLATE.test(raw)) {
    const plate = (raw.slice(0, 3) + raw.slice(-4)).toUpperCase()
    if (!isMadeUpPlate(plate)) {
      draft.repair('W-PLATE', 'plate', raw, plate)
      return plate
    }
  }
  const text = cleanCell(raw, 'plate', draft)
  if (text === undefined) return undefined
  if (text === '') return draft.reject('R-EMPTY', 'plate', raw)
  const folded = plainHyphens(unprotect(text).normalize('NFKC')).replace(/[·•]/g, '-')
  if (hasForeignLetters(folded)) {
    const meant = latinLookAlike(normalizePlate(folded))
    // A text that is still no plate may be anything, even a document, so it is not suggested.
    return draft.reject('R-CONFUSABLE', 'plate', text, PLATE.test(meant) ? meant : undefined)
  }
  // Letters that become plain ones only as capitals (ı, ß) are no letters of a plate.
  const isPlain = /^[\0-\x7f]*$/.test(folded)
  const parsed = isPlain ? parsePlate(folded) : NO_PLATE
  if (parsed.ok) {
    const plate = parsed.value
    if (plate !== raw) draft.repair('W-PLATE', 'plate', raw, plate)
    return plate
  }
  if (parsed.code === 'plate-empty') return draft.reject('R-EMPTY', 'plate', raw)
  if (parsed.code === 'plate-placeholder') return draft.reject('R-PLACEHOLDER', 'plate', text)
  const suggestions = suggestPlates(folded)
  const [only, another] = suggestions
  if (only !== undefined && another === undefined && vouched?.() === true) {
    draft.repair('W-PLATE-GUESS', 'plate', raw, only)
    return only
  }
  const meant = suggestions.length > 0 ? suggestions : platesInside(folded)
  const suggestion = meant.length === 0 ? undefined : meant.join(' / ')
  return draft.reject('R-PLATE', 'plate', text, suggestion)
}

const NO_PLATE = { ok: false, code: 'plate-form' } as const

/** `placa abc1d23`: the plate is only suggested, and a person has to enter it. */
function platesInside(text: string): string[] {
  if (text.length > WORDS_CHARACTERS_MAX) return []
  const found = text
    .toUpperCase()
    .match(/(?<![A-Z0-9])[A-Z]{3}[- ]?[0-9][A-Z0-9][0-9]{2}(?![A-Z0-9])/g)
  return (found ?? []).map(normalizePlate).filter((plate) => !isMadeUpPlate(plate))
}

const WORDS_CHARACTERS_MAX = 40
