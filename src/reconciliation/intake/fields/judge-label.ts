import { NICKNAME_CHARACTERS_MAX } from '../../../contract/limits.ts'
import { looksLikeFormula } from '../../../sheets/csv/escape-formula.ts'
import { cleanCell, NOTHING_CHARACTERS_MAX } from './clean-cell.ts'
import { restoreMojibake } from '../../../sheets/text/mojibake.ts'
import type { RowDraft } from './row-draft.ts'

/** Text that needs no cleaning, unless it stands for an empty cell: such words have no digit. */
const PLAIN_LABEL = /^[0-9A-Za-z](?: ?[0-9A-Za-z.,()/_-])*$/

function isPlain(raw: string): boolean {
  if (!PLAIN_LABEL.test(raw)) return false
  const last = raw.charCodeAt(raw.length - 1)
  return raw.length > NOTHING_CHARACTERS_MAX || (last >= 48 && last <= 57)
}

/** Nickname and cost centre: free text for people, of which only what breaks lines is changed. */
export function judgeLabel(
  raw: string,
  field: 'nickname' | 'costCentre',
  draft: RowDraft,
): string | undefined {
  if (raw === '' || (isPlain(raw) && raw.length <= NICKNAME_CHARACTERS_MAX)) return raw
  const lines = raw.split(/[\r\n]+/)
  const isBroken = lines.length > 1
  const joined = lines.map((line) => line.trim()).filter(Boolean)
  // Before cleaning: half of a letter encoded twice may be a control character or a space.
  const better = isBroken ? joined.join(' ') : restoreMojibake(raw)
  if (better !== undefined) {
    draft.repair(isBroken ? 'W-NEWLINE' : 'W-MOJIBAKE', field, raw, better)
    return judgeLabel(better, field, draft)
  }
  const said = draft.issues.length
  const cleaned = cleanCell(raw, field, draft)
  if (cleaned === undefined) return undefined
  // Reports and filters would show spellings that differ in their blanks as several cost centres.
  const text = field === 'costCentre' ? cleaned.replace(/\s+/g, ' ') : cleaned
  if (text !== cleaned || (text !== raw && draft.issues.length === said)) {
    draft.repair('W-FMT', field, raw, text)
  }
  // A cost centre is not told to the service.
  if (field === 'nickname' && text.length > NICKNAME_CHARACTERS_MAX) {
    const cut = text.slice(0, NICKNAME_CHARACTERS_MAX).replace(/[\ud800-\udbff]$/, '')
    draft.repair('W-LONG', field, text, cut)
    return judgeLabel(cut, field, draft)
  }
  if (looksLikeFormula(text)) draft.warn('W-FORMULA', field, text)
  return text
}
