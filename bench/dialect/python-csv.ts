/**
 * Reads CSV as Python's csv module does with its defaults, because the benchmark's figures are
 * made from what that module reads: a quote in mid-cell is a character, text behind a closing
 * quote is added to the cell, an unclosed quote runs to the end, a blank line is a row of nothing.
 */
export function readAsPython(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let isStarted = false
  let isQuoted = false
  const endRow = (): void => {
    rows.push(isStarted ? [...row, cell] : [])
    row = []
    cell = ''
    isStarted = false
  }
  // Text files are read with any line end taken for a line feed, inside quotes too.
  const plain = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
  for (let at = 0; at < plain.length; at++) {
    const char = plain.charAt(at)
    if (isQuoted) {
      if (char !== '"') cell += char
      else if (plain.charAt(at + 1) === '"') cell += plain.charAt(at++)
      else isQuoted = false
    } else if (char === '\n') endRow()
    else if (char === ',') {
      row.push(cell)
      cell = ''
      isStarted = true
    } else if (char === '"' && cell === '') {
      isQuoted = true
      isStarted = true
    } else {
      cell += char
      isStarted = true
    }
  }
  if (isStarted) endRow()
  return rows
}
