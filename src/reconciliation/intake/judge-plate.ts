import { isMadeUpPlate, normalizePlate, parsePlate, suggestPlates } from '../../fleet/plate.ts'
import { cleanCell, hasForeignLetters, latinLookAlike, unprotect } from './clean-cell.ts'
import type { RowDraft } from './row-draft.ts'

const PLATE = /^[A-Z]{3}[0-9][A-Z0-9][0-9]{2}$/

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
  const text = cleanCell(raw, 'plate', draft)
  if (text === undefined) return undefined
  if (text === '') return draft.reject('R-EMPTY', 'plate', raw)
  const folded = unprotect(text).normalize('NFKC')
  if (hasForeignLetters(folded)) {
    return draft.reject('R-CONFUSABLE', 'plate', text, latinLookAlike(normalizePlate(folded)))
  }
  const parsed = parsePlate(folded)
  if (parsed.ok) {
    const { plate } = parsed.value
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
  const suggestion = suggestions.length === 0 ? undefined : suggestions.join(' / ')
  return draft.reject('R-PLATE', 'plate', text, suggestion)
}
