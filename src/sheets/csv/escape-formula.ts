/**
 * Keeps a spreadsheet from running text that came from elsewhere (OWASP ASVS 1.2.10): a cell that
 * begins like a formula gets an apostrophe in front. Only for text; a number keeps its minus.
 */

/** = + - @, TAB, CR, LF, NUL, and the full-width forms that a spreadsheet folds into them. */
const BEGINS_LIKE_A_FORMULA = /^[=+\-@\t\r\n\0＝＋－＠]/

export function looksLikeFormula(text: string): boolean {
  return BEGINS_LIKE_A_FORMULA.test(text)
}

export function escapeFormula(text: string): string {
  return looksLikeFormula(text) ? `'${text}` : text
}
