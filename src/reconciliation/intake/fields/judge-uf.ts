import { isUf, type Uf } from '../../../fleet/uf.ts'
import { cleanCell, hasForeignLetters, unprotect } from './clean-cell.ts'
import { restoreMojibake } from '../../../sheets/text/mojibake.ts'
import type { RowDraft } from './row-draft.ts'
import { splitCity } from '../../../fleet/state-beside.ts'
import { ufOf } from './uf-names.ts'

/** The state's abbreviation; an empty cell takes the default of the file. */
export function judgeUf(raw: string, byDefault: Uf | undefined, draft: RowDraft): Uf | undefined {
  if (isUf(raw)) return raw
  const text = cleanCell(raw, 'uf', draft)
  if (text === undefined) return undefined
  const bare = unprotect(text).normalize('NFKC')
  if (bare === '') {
    if (text !== '') draft.repair('W-NULL', 'uf', text, '')
    return byDefault ?? draft.reject('R-EMPTY', 'uf', raw)
  }
  if (hasForeignLetters(bare)) {
    return draft.reject('R-CONFUSABLE', 'uf', text)
  }
  const restored = restoreMojibake(raw.trim())
  const uf = ufOf(bare) ?? (restored === undefined ? undefined : ufOf(restored))
  const ofCity = uf === undefined ? splitCity(bare)?.uf : undefined
  if (ofCity !== undefined) draft.repair('W-SPLIT', 'uf', raw, ofCity)
  if (uf === undefined) return ofCity ?? draft.reject('R-UF', 'uf', text)
  draft.repair('W-UF', 'uf', raw, uf)
  return uf
}
