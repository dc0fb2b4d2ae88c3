/** Columns by place alone: Excel's "Texto formatado (separado por espaço)", many reports. */

/** Where each column begins, and the blank places before it; all from 0. */
export interface FixedColumn {
  readonly gap: number
  readonly start: number
}

/** Lines among which the header is looked for, and lines below it that are sampled. */
const HEADER_LINES_MAX = 21
const LINES_SAMPLED_MAX = 400
/** So few sampled lines, or this share of them, may have a character in a gap: totals, notes. */
const OUTLIERS_MAX = 1
const OUTLIERS_SHARE = 0.1
/** Two columns are told more safely by any delimiter. */
const COLUMNS_MIN = 3
const LINE_CHARACTERS_MAX = 4096

/**
 * The columns under the line that names the most of those the reader looks for; undefined where it
 * does not name two, or where the lines below it do not leave the places between them blank.
 */
export function findFixedColumns(
  text: string,
  headerHits: (cells: readonly string[]) => number,
): readonly FixedColumn[] | undefined {
  const lines = text.split(/\r\n|\n|\r/)
  const heads = lines.slice(0, HEADER_LINES_MAX)
  const named = heads.map((line) => headerHits(line.trim().split(/ +/)))
  const at = named.indexOf(Math.max(...named))
  const header = heads[at] ?? ''
  const below = lines.slice(at + 1, at + 1 + LINES_SAMPLED_MAX).filter((line) => line.trim() !== '')
  if ([header, ...below].some((line) => !isFixed(line)) || below.length === 0) return undefined
  const columns = columnsOf(header, below)
  const hits = headerHits(cutLine(header, columns))
  // Names that are there, and are not found so, were cut or joined by the lines below.
  const apart = headerHits(header.trim().split(/ {2,}/))
  const isNamed = hits >= Math.max(2, apart, ...named)
  return isNamed && columns.length >= COLUMNS_MIN ? columns : undefined
}

function isFixed(line: string): boolean {
  return line.length <= LINE_CHARACTERS_MAX && !line.includes('\t')
}

function columnsOf(header: string, below: readonly string[]): readonly FixedColumn[] {
  const width = Math.max(header.length, ...below.map(({ length }) => length))
  const most = below.length > 2 ? Math.max(OUTLIERS_MAX, below.length * OUTLIERS_SHARE) : 0
  const filled = Array.from(
    { length: width },
    (_, at) => below.filter((line) => isInk(line, at)).length,
  )
  const isGap = (at: number): boolean => !isInk(header, at) && (filled[at] ?? 0) <= most
  const columns: (FixedColumn & { readonly hasValues: boolean })[] = []
  for (let at = 0; at < width;) {
    const gap = at
    while (at < width && isGap(at)) at++
    const start = at
    while (at < width && !isGap(at)) at++
    if (start === at) break
    const hasValues = filled.slice(start, at).some((count) => count > most)
    const last = columns.at(-1)
    // What no header word begins is a word of the column before; so is a name of several words.
    const isName = header.slice(start, at).trim() !== ''
    const isWord = start - gap === 1 && !(hasValues && last?.hasValues === true)
    if (last === undefined || (isName && !isWord)) columns.push({ gap, start, hasValues })
    else columns[columns.length - 1] = { ...last, hasValues: last.hasValues || hasValues }
  }
  return columns
}

function isInk(line: string, at: number): boolean {
  return at < line.length && line[at] !== ' '
}

/**
 * The cells of a line. One with a character before a column, or with several blanks inside a cell,
 * holds values that moved; it is cut nowhere and comes as two cells, which no such table has.
 */
export function cutLine(line: string, columns: readonly FixedColumn[]): string[] {
  const isShifted = columns.some(({ gap, start }) => line.slice(gap, start).trim() !== '')
  const cells = columns.map(({ start }, at) => line.slice(start, columns[at + 1]?.gap).trim())
  return isShifted || cells.some((cell) => cell.includes('  ')) ? [line.trim(), ''] : cells
}
