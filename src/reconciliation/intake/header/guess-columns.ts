import { parseDocument, stripDocument } from '../../../fleet/document.ts'
import { parsePlate } from '../../../fleet/plate.ts'
import { padRenavam, parseRenavam } from '../../../fleet/renavam.ts'
import { splitCity, splitPlate } from '../../../fleet/state-beside.ts'
import { parseUf } from '../../../fleet/uf.ts'
import type { RequiredField } from './aliases.ts'

/**
 * Guesses from the cells which columns are the fields that no header names, for a person to confirm
 * with `--map`: a file is never read by such a guess.
 */

/** How many rows are looked at; further ones hardly change the guess. */
const ROWS_MAX = 50
/** The least share of a column's cells that must fit: a guess tolerates some bad ones. */
const SHARE_MIN = 0.5
/** A row with as many kinds of values is a vehicle, not a title. */
const KINDS_MIN = 2

/** From 0 to 1: a number of the right form whose check digits are wrong may be one all the same. */
export const LIKENESS: Readonly<Record<RequiredField, (cell: string) => number>> = {
  plate: (cell) => (parsePlate(splitPlate(cell)?.rest ?? cell).ok ? 1 : 0),
  renavam: (cell) => {
    const digits = cell.replace(/[.\s-]/g, '')
    if (parseRenavam(digits).ok) return 1
    return padRenavam(digits).ok ? 0.5 : 0
  },
  uf: (cell) => (parseUf(cell).ok || splitCity(cell) !== undefined ? 1 : 0),
  ownerDocument: (cell) => {
    if (parseDocument(cell).ok) return 1
    return /^[0-9]{14}$/.test(stripDocument(cell)) ? 0.5 : 0
  },
}

const FIELDS_BY_CERTAINTY = ['plate', 'ownerDocument', 'renavam', 'uf'] as const

/** Which columns the fields may be, and the row before the first vehicle: their names, if any. */
export interface GuessedColumns {
  readonly columns: ReadonlyMap<RequiredField, number>
  readonly header: readonly string[]
}

/** `rows`: the first of the file, titles and all; `taken`: columns that a header names. */
export function guessColumns(
  rows: readonly (readonly string[])[],
  missing: readonly RequiredField[],
  taken: ReadonlySet<number>,
): GuessedColumns {
  const columns = new Map<RequiredField, number>()
  const first = rows.findIndex(resemblesVehicle)
  if (first === -1) return { columns, header: [] }
  const vehicles = rows.slice(first, first + ROWS_MAX)
  const used = new Set(taken)
  for (const field of FIELDS_BY_CERTAINTY) {
    if (!missing.includes(field)) continue
    const plate = columns.get('plate')
    const ofBoth = field === 'uf' && holdsStates(vehicles, plate) ? plate : undefined
    const column = columnLike(field, vehicles, used) ?? ofBoth
    if (column === undefined) continue
    used.add(column)
    columns.set(field, column)
  }
  return { columns, header: rows[first - 1] ?? [] }
}

/** Whether the plates of a column stand beside their states. */
function holdsStates(rows: readonly (readonly string[])[], column = -1): boolean {
  const both = rows.filter((row) => splitPlate(row[column] ?? '') !== undefined)
  return both.length >= SHARE_MIN * rows.length
}

function resemblesVehicle(row: readonly string[]): boolean {
  const kinds = FIELDS_BY_CERTAINTY.filter((field) =>
    row.some((cell) => LIKENESS[field](cell) === 1),
  )
  return kinds.length >= KINDS_MIN
}

/** The one column whose cells mostly fit the field; undefined where two fit as well. */
function columnLike(
  field: RequiredField,
  rows: readonly (readonly string[])[],
  used: ReadonlySet<number>,
): number | undefined {
  const width = Math.max(...rows.map((row) => row.length))
  let best: { readonly column: number; readonly share: number } | undefined
  let isTied = false
  for (let column = 0; column < width; column++) {
    if (used.has(column)) continue
    const cells = rows.map((row) => row[column]?.trim() ?? '').filter((cell) => cell !== '')
    const alike = cells.reduce((sum, cell) => sum + LIKENESS[field](cell), 0)
    const share = alike / Math.max(1, cells.length)
    if (share < SHARE_MIN || share < (best?.share ?? 0)) continue
    isTied = share === best?.share
    best = { column, share }
  }
  return isTied ? undefined : best?.column
}
