import { looksLikeFormula } from '../../csv/escape-formula.ts'
import { cleanCell } from './clean-cell.ts'
import { restoreMojibake } from './mojibake.ts'
import type { RowDraft } from './row-draft.ts'

/** Two letters or digits at least, so that it is no placeholder, and nothing that needs care. */
const PLAIN_LABEL = /^[0-9A-Za-z][0-9A-Za-z ]*[0-9]$/

/** Nickname and cost centre: free text for people, of which only what breaks lines is changed. */
export function judgeLabel(
  raw: string,
  field: 'nickname' | 'costCentre',
  draft: RowDraft,
): string | undefined {
  if (raw === '' || PLAIN_LABEL.test(raw)) return raw
  if (/[\r\n]/.test(raw)) {
    const joined = raw.replace(/\s*[\r\n]+\s*/g, ' ').trim()
    draft.repair('W-NEWLINE', field, raw, joined)
    return judgeLabel(joined, field, draft)
  }
  const said = draft.issues.length
  const text = cleanCell(raw, field, draft)
  if (text === undefined) return undefined
  const restored = restoreMojibake(text)
  if (restored !== undefined) draft.repair('W-MOJIBAKE', field, text, restored)
  else if (text !== raw && draft.issues.length === said) draft.repair('W-FMT', field, raw, text)
  const label = restored ?? text
  if (looksLikeFormula(label)) draft.warn('W-FORMULA', field, label)
  return label
}
