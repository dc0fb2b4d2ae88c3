/**
 * Numbers that a spreadsheet turned into scientific notation. When it kept all digits they can be
 * read again; when it rounded them away nothing brings them back.
 */
export type Scientific = { readonly digits: string } | 'lost'

const SCIENTIFIC = /^([0-9])(?:[.,]([0-9]+))?E\+?([0-9]{1,2})$/i

/** Undefined when the text is not in scientific notation. */
export function readScientific(text: string): Scientific | undefined {
  const parts = SCIENTIFIC.exec(text)
  if (parts === null) return undefined
  const [, whole = '', fraction = '', exponent = ''] = parts
  return fraction.length === Number(exponent) ? { digits: whole + fraction } : 'lost'
}

/** `12345678901,00`, `123456789.0`: a number of a spreadsheet with decimals that say nothing. */
export function dropDecimals(text: string): string {
  return text.replace(/^([0-9]{6,})[.,]0{1,2}$/, '$1')
}
