import { FIELDS, REQUIRED_FIELDS, type RequiredField } from '../header/aliases.ts'
import { columnName, type FieldMap } from '../header/choose-columns.ts'
import { mapToType } from '../header/column-wanted.ts'
import type { Header } from '../header/header.ts'
import { LIKENESS } from '../header/guess-columns.ts'
import type { Refused } from '../judged.ts'
import { refuse } from '../reasons/explain.ts'

/**
 * Columns that hold each other's values in nearly all rows. The file is refused with what to type,
 * because otherwise each of its rows would be rejected for a reason of its own.
 */

/** Fewer rows may be wrong by themselves. */
const ROWS_MIN = 3
const SHARE_MIN = 0.9
/** The first rows tell: every column of a rejected one is looked at. */
const ROWS_JUDGED_MAX = 5000
/** Two values that hold in each other's column, one of them perhaps with a wrong check digit. */
const LIKENESS_MIN = 1.5

interface Pair {
  readonly field: RequiredField
  /** What the other column is; undefined of a column that is no required field's. */
  readonly other: RequiredField | undefined
  readonly at: number
  readonly otherAt: number
  rows: number
}

export class SwappedColumns {
  readonly #header: Header
  readonly #required: readonly number[]
  readonly #pairs: readonly Pair[]
  #rows = 0

  constructor(header: Header) {
    this.#header = header
    const places = new Map(REQUIRED_FIELDS.map((one) => [header.columns.get(one) ?? -1, one]))
    places.delete(-1)
    this.#required = [...places.keys()]
    this.#pairs = [...places].flatMap(([at, field], index) => {
      const later = [...places].slice(index + 1)
      const required = later.map(([otherAt, other]) => ({ field, other, at, otherAt, rows: 0 }))
      // A state alone is told from whatever stands in its column.
      const free = [...header.cells.keys()].filter((one) => field === 'uf' && !places.has(one))
      return [
        ...required,
        ...free.map((otherAt) => ({ field, other: undefined, at, otherAt, rows: 0 })),
      ]
    })
  }

  /** A row of the file, whether it is accepted or not; others are no vehicles'. */
  add(cells: readonly string[], isAccepted: boolean): void {
    if (this.#rows >= ROWS_JUDGED_MAX) return
    const filled = this.#required.filter((at) => (cells[at] ?? '').trim() !== '')
    if (!isAccepted && filled.length * 2 < this.#required.length) return
    this.#rows += 1
    if (isAccepted) return
    for (const pair of this.#pairs) if (isSwapped(pair, cells)) pair.rows += 1
  }

  refusal(map: FieldMap): Refused | undefined {
    const least = Math.max(ROWS_MIN, this.#rows * SHARE_MIN)
    const taken = new Set<number>()
    const found = this.#pairs.filter(({ rows, at, otherAt }) => {
      if (rows < least || taken.has(at) || taken.has(otherAt)) return false
      taken.add(at).add(otherAt)
      return true
    })
    const [pair] = found
    // The rows of a file that an earlier check gave back say what is wrong with them already.
    if (pair === undefined || this.#header.verdicts.size > 0) return undefined
    const { cells, columns, line } = this.#header
    const meant = new Map<string, number>()
    for (const { field, at, otherAt } of found) {
      const other = FIELDS.find((each) => columns.get(each) === otherAt)
      meant.set(field, otherAt)
      if (other !== undefined) meant.set(other, at)
    }
    // Without a header there are places only.
    const typed = mapToType(line === 0 ? [] : cells, map, meant)
    const [first, second] = [columnName(cells, pair.at), columnName(cells, pair.otherAt)]
    const facts = { first, second, count: pair.rows, rows: this.#rows, map: typed }
    return line === 0 ? refuse('F-SWAPPED', facts) : refuse('F-SWAPPED', facts, line)
  }
}

function isSwapped({ field, other, at, otherAt }: Pair, cells: readonly string[]): boolean {
  const [own, foreign] = [(cells[at] ?? '').trim(), (cells[otherAt] ?? '').trim()]
  if (other === undefined) {
    return own !== '' && LIKENESS[field](foreign) === 1 && LIKENESS[field](own) === 0
  }
  const swapped = LIKENESS[field](foreign) + LIKENESS[other](own)
  return swapped >= LIKENESS_MIN && swapped > LIKENESS[field](own) + LIKENESS[other](foreign)
}
