import { isCnpj, isCpf, parseDocument, stripDocument } from '../../../fleet/document.ts'
import { cleanCell, hasForeignLetters, unprotect } from './clean-cell.ts'
import { plainHyphens } from './plain-hyphens.ts'
import type { RowDraft } from './row-draft.ts'
import { dropDecimals, readScientific } from './scientific.ts'

/** A CPF or CNPJ with its usual punctuation, and nothing that needs other cleaning. */
const WRITTEN = /^(?:[0-9]{2}\.[0-9]{3}\.[0-9]{3}\/[0-9]{4}|[0-9]{3}\.[0-9]{3}\.[0-9]{3})-[0-9]{2}$/

/**
 * The owner's document without punctuation. An empty cell takes the default of the file; wrong
 * check digits of a full-length document are for the service to decide, unless `strict`.
 */
export function judgeDocument(
  raw: string,
  options: { readonly strict: boolean; readonly byDefault: string | undefined },
  draft: RowDraft,
): string | undefined {
  // The fast path of nearly every cell.
  if (isCpf(raw) || isCnpj(raw)) return raw
  const stripped = stripDocument(raw)
  if (WRITTEN.test(raw) && (isCpf(stripped) || isCnpj(stripped))) {
    draft.repair('W-DOC', 'ownerDocument', raw, stripped)
    return stripped
  }
  const text = cleanCell(raw, 'ownerDocument', draft)
  if (text === undefined) return undefined
  const bare = plainHyphens(unprotect(text).normalize('NFKC'))
  if (stripDocument(bare) === '') {
    if (text !== '') draft.repair('W-NULL', 'ownerDocument', text, '')
    return options.byDefault ?? draft.reject('R-EMPTY', 'ownerDocument', raw)
  }
  if (hasForeignLetters(bare)) return draft.reject('R-CONFUSABLE', 'ownerDocument', text)
  if (!/[0-9]/.test(bare)) return draft.reject('R-DOC-TEXT', 'ownerDocument', text)
  const scientific = readScientific(bare)
  if (scientific === 'lost') return draft.reject('R-SCI-LOST', 'ownerDocument', text)
  const written = scientific === undefined ? dropDecimals(bare) : scientific.digits
  const parsed = parseDocument(written)
  if (parsed.ok) {
    const { document, padded } = parsed.value
    const code = scientific !== undefined ? 'W-SCI' : padded ? 'W-DOC-PAD' : 'W-DOC'
    if (document !== raw) draft.repair(code, 'ownerDocument', raw, document)
    return document
  }
  if (parsed.code === 'document-ambiguous') {
    return draft.reject('R-DOC-AMBIGUOUS', 'ownerDocument', text)
  }
  if (parsed.code === 'document-repeated') return draft.reject('R-REPEATED', 'ownerDocument', text)
  if (parsed.code !== 'document-check-digit') return draft.reject('R-DOC', 'ownerDocument', text)
  // Digits from scientific notation may have been rounded, and no check digit confirms them.
  if (options.strict || scientific !== undefined) {
    return draft.reject('R-DOC-DV', 'ownerDocument', text)
  }
  const document = stripDocument(written)
  if (document !== raw) draft.repair('W-DOC', 'ownerDocument', raw, document)
  draft.warn('W-DOC-DV', 'ownerDocument', document)
  return document
}
