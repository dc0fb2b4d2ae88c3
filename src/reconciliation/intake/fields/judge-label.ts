import { looksLikeFormula } from '../../../sheets/csv/escape-formula.ts'
import { cleanCell, NOTHING_CHARACTERS_MAX } from './clean-cell.ts'
import { restoreMojibake } from '../../../sheets/text/mojibake.ts'
import type { RowDraft } from './row-draft.ts'

/** Text that needs no cleaning, unless it stands for an empty cell: such words have no digit. */
const PLAIN_LABEL = /^[0-9A-Za-z][0-9A-Za-z .,()/_-]*[0-9A-Za-z]$/

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
  if (raw === '' || isPlain(raw)) return raw
  if (/[\r\n]/.test(raw)) {
    const lines = raw.split(/[\r\n]+/).map((line) => line.trim())
    const joined = lines.filter((line) => line !== '').join(' ')
    draft.repair('W-NEWLINE', field, raw, joined)
    return judgeLabel(joined, field, draft)
  }
  // First, for half of a letter that was encoded twice may be a control character or a space.
  const restored = restoreMojibake(raw)
  if (restored !== undefined) {
    draft.repair('W-MOJIBAKE', field, raw, restored)
    return judgeLabel(restored, field, draft)
  }
  const said = draft.issues.length
  const text = cleanCell(raw, field, draft)
  if (text === undefined) return undefined
  if (text !== raw && draft.issues.length === said) draft.repair('W-FMT', field, raw, text)
  if (looksLikeFormula(text)) draft.warn('W-FORMULA', field, text)
  return text
}
