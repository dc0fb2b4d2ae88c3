import type { Field } from '../header/aliases.ts'
import type { RowDraft } from './row-draft.ts'

/** Takes away what spreadsheets and copying put around a value, and says what was taken. */

/** Printable ASCII without an edge that needs cleaning: nearly every cell, so it is tried first. */
const PLAIN = /^[0-9A-Za-z](?:[ -~]*[!-~])?$/

/** Marks and overrides that make text read in another order than it is stored. */
const BIDI = /[\u202a-\u202e\u2066-\u2069]/

const CONTROLS = /[\p{Cc}\p{Cf}]/gu

/** What people and spreadsheets write into an empty cell, in Portuguese and English. */
const NOTHING = new Set(
  `
    - | -- | --- | – | — | NULL | NULO | (NULL) | NONE | NIL | NAN | UNDEFINED | N/D |
    N.D. | N/I | S/N | S/I | NÃO INFORMADO | NAO INFORMADO | SEM INFORMAÇÃO | VAZIO |
    (VAZIO) | EM BRANCO | N/A | N.A. | (BLANK) | (EMPTY) | NOT INFORMED | #N/D | #REF! |
    #VALOR! | #NOME? | #DIV/0! | #NÚM! | #NULO! | #ERRO! | #DESPEJAR! | #N/A | #VALUE! |
    #NAME? | #NUM! | #NULL! | #ERROR! | #SPILL!
  `
    .trim()
    .split(/\s*\|\s*/),
)

/** The length of the longest text in NOTHING. */
export const NOTHING_CHARACTERS_MAX = 14

/** Letters of other alphabets; accents are ours, full-width forms are folded before this. */
const FOREIGN_LETTER = /(?!\p{Script=Latin})\p{L}/u

export function hasBidi(text: string): boolean {
  return BIDI.test(text)
}

/** The value inside a cell, empty for an empty one; undefined when the draft was rejected. */
export function cleanCell(raw: string, field: Field, draft: RowDraft): string | undefined {
  if (PLAIN.test(raw)) {
    const isNothing = raw.length <= NOTHING_CHARACTERS_MAX && NOTHING.has(raw.toUpperCase())
    return isNothing ? nothing(raw, field, draft) : raw
  }
  if (raw === '') return raw
  if (raw.includes('\0')) return draft.reject('R-NUL', field, raw.replaceAll('\0', ''))
  if (raw.includes('\uFFFD')) return draft.reject('R-ENC', field, raw)
  if (BIDI.test(raw)) return draft.reject('R-RTL', field, raw.replace(CONTROLS, ''))
  const spaced = raw.replace(/\r\n|[\t\n\r\u0085\u2028\u2029]/g, ' ')
  const visible = spaced.replace(CONTROLS, '')
  const text = visible.trim()
  if (visible !== spaced) draft.repair('W-CTRL', field, raw, text)
  return NOTHING.has(text.toUpperCase()) ? nothing(text, field, draft) : text
}

function nothing(text: string, field: Field, draft: RowDraft): string {
  draft.repair('W-NULL', field, text, '')
  return ''
}

/** Takes off the apostrophe or the `="..."` that keep a spreadsheet from seeing a number. */
export function unprotect(text: string): string {
  const formula = /^="([^"]*)"$/.exec(text)
  if (formula?.[1] !== undefined) return formula[1].trim()
  return /^['’`]/.test(text) ? text.slice(1).trim() : text
}

export function hasForeignLetters(text: string): boolean {
  return FOREIGN_LETTER.test(text)
}

/** Cyrillic and Greek capitals, and below each the Latin letter that it looks like. */
const FOREIGN_CAPITALS = 'АВСЕНІЈКМОРЅТУХΑΒΕΖΗΙΚΜΝΟΡΤΥΧ'
const LATIN_CAPITALS = 'ABCEHIJKMOPSTYXABEZHIKMNOPTYX'

/** The Latin letters that the foreign ones look like: a suggestion, never a repair. */
export function latinLookAlike(text: string): string {
  return Array.from(
    text.toUpperCase(),
    (char) => LATIN_CAPITALS[FOREIGN_CAPITALS.indexOf(char)] ?? char,
  ).join('')
}
