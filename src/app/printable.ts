/** Pure. Makes text of a user's file, or its name, safe for a terminal and one line. */

const CELL_CHARACTERS_MAX = 60

/** Control and invisible characters could move the cursor or turn the text around. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, '·')
}

/** A cell between quotes; a long one is cut. */
export function shownCell(text: string): string {
  const characters = Array.from(printable(text))
  const isLong = characters.length > CELL_CHARACTERS_MAX
  return `"${characters.slice(0, CELL_CHARACTERS_MAX).join('')}${isLong ? '…' : ''}"`
}
