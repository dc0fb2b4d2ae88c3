/**
 * Numbers that a spreadsheet turned into scientific notation. When it kept all digits they can be
 * read; digits that it rounded away are lost.
 */
export type Scientific = { readonly digits: string } | 'lost'

const SCIENTIFIC = /^([0-9]{1,3})(?:[.,]([0-9]{1,20}))?E\+?0{0,2}([0-9]{1,2})$/i

/** Undefined when the text is not in scientific notation. */
export function readScientific(text: string): Scientific | undefined {
  const parts = SCIENTIFIC.exec(text)
  if (parts === null) return undefined
  const [, whole = '', fraction = '', exponent = ''] = parts
  const places = Number(exponent)
  // Zeros behind the last whole digit say nothing; any other digit there makes it no number of ours.
  const isWhole = fraction.length >= places && /^0*$/.test(fraction.slice(places))
  return isWhole ? { digits: whole + fraction.slice(0, places) } : 'lost'
}

/** `123456789.5`: whatever number this was, its digits are not those of a code. */
export function hasDecimals(text: string): boolean {
  return /^[0-9]{6,}[.,](?:[1-9][0-9]?|0[1-9])$/.test(text)
}

/** `12345678901,00`, `123456789.0`: a number of a spreadsheet with decimals that say nothing. */
export function dropDecimals(text: string): string {
  return text.replace(/^([0-9]{6,})[.,]0{1,2}$/, '$1')
}
