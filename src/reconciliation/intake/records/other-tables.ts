import { countRequiredHeaders, fieldOfHeader, normalizeHeader } from '../header/aliases.ts'
import { REQUIRED_FIELDS } from '../header/aliases.ts'
import type { CsvDialect } from '../../../sheets/csv/csv-record.ts'
import { fullerHeader } from '../header/two-line-header.ts'
import { rowsWithin } from '../header/joined-rows.ts'
import type { Header } from '../header/header.ts'
import type { Row } from './rows.ts'

/**
 * Headers below the first one. The same header again is skipped; below a different one the columns
 * are others, so rows are not read until the first header comes again.
 */

/** A row that mentions one column is no header. */
const NAMES_MIN = 2

/** Nearly every plate begins like this, and no header does: a cheap test. */
const PLATE = /^[A-Za-z]{3}-?[0-9]/

export class OtherTables {
  readonly #header: Header
  readonly #dialect: CsvDialect
  readonly #verdicts: ReadonlySet<number>
  #tableLine: number | undefined
  /** The line of the upper half of a header whose other half must come next. */
  #halfLine: number | undefined
  /** The row before, which may be the upper line of another table's header. */
  #last: readonly string[] = []

  constructor(header: Header, dialect: CsvDialect) {
    this.#header = header
    this.#dialect = dialect
    this.#verdicts = new Set(header.verdicts.values())
  }

  /** Must be called for the rows of a file in their order. */
  pass(row: Row, line: number): Row {
    if (row.shape === 'blank') return row
    const isOpen = row.shape === 'quote'
    const isPlate = PLATE.test(row.cells[this.#header.columns.get('plate') ?? -1] ?? '')
    const last = this.#last
    this.#last = isPlate ? [] : this.#ownCells(row.cells)
    if (!isOpen && this.#isHalf(row.cells, line)) return { ...row, shape: 'header' }
    if (isOpen || !isPlate) {
      const own = this.#ownCells(row.cells)
      const rows = isOpen ? rowsWithin(own, this.#dialect) : [fullerHeader(last, own)]
      const found = rows.find((cells) => countRequiredHeaders(cells) >= NAMES_MIN)
      const isSame = found !== undefined && this.#isSame(found)
      if (found !== undefined) this.#tableLine = isSame ? undefined : line
      if (isSame && !isOpen) return { ...row, shape: 'header' }
    }
    const tableLine = this.#tableLine
    return tableLine === undefined || isOpen ? row : { ...row, shape: 'table', tableLine }
  }

  /** Whether a row repeats one of the two lines of the header; the upper one must precede. */
  #isHalf(cells: readonly string[], line: number): boolean {
    const { twoLines } = this.#header
    if (twoLines === undefined) return false
    const half = this.#halfLine
    this.#halfLine = undefined
    const repeats = (one: readonly string[]): boolean =>
      one.every((name, at) => {
        return this.#verdicts.has(at) || normalizeHeader(name) === normalizeHeader(cells[at] ?? '')
      })
    if (half !== undefined) {
      const isWhole = repeats(twoLines[1])
      this.#tableLine = isWhole ? undefined : half
      return isWhole
    }
    if (!repeats(twoLines[0])) return false
    this.#halfLine = line
    return true
  }

  /** What an earlier check of ours says of a row names columns too. */
  #ownCells(cells: readonly string[]): readonly string[] {
    if (this.#verdicts.size === 0) return cells
    return cells.map((cell, at) => (this.#verdicts.has(at) ? '' : cell))
  }

  #isSame(cells: readonly string[]): boolean {
    const { columns, cells: header } = this.#header
    const fields = cells.map(fieldOfHeader)
    return REQUIRED_FIELDS.every((field) => {
      const at = columns.get(field) ?? -1
      const named = fields.indexOf(field)
      return named === at || (named === -1 && isAlike(cells[at] ?? '', header[at] ?? ''))
    })
  }
}

function isAlike(cell: string, header: string): boolean {
  return normalizeHeader(cell) === normalizeHeader(header) && cell.trim() !== ''
}
