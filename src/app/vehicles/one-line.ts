/** Pure. What a person typed as one line, as intake reads a cell; its length is the caller's matter. */
export function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
}
