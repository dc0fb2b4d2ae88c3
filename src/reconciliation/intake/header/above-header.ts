import type { CsvRecord } from '../../../sheets/csv/csv-record.ts'
import { unwrapRow, type Dialect } from '../../../sheets/text/dialect.ts'
import { areOfVehicle } from '../../../fleet/identities-in-text.ts'
import { countRequiredHeaders } from './aliases.ts'
import { holdsRow, rowsWithin } from './joined-rows.ts'
import { refuse } from '../reasons/explain.ts'
import type { Refused } from '../judged.ts'

/** A title that mentions one column is no header; two required names in one row make one. */
export const REQUIRED_NAMES_MIN = 2

/** Titles are skipped; a vehicle among them, or a row of another table, would be lost. */
export function refuseAbove(
  preamble: readonly CsvRecord[],
  header: number,
  dialect: Dialect,
): Refused | undefined {
  const rows = preamble.filter(({ cells }) => cells.some(isFilled))
  const above = rows.findIndex((record) => {
    return countRequiredHeaders(unwrapRow(record, dialect)) >= REQUIRED_NAMES_MIN
  })
  const found = rows.find(({ cells }, at) => {
    const isBelowAnother = above !== -1 && at > above
    return isBelowAnother || holdsVehicle(cells, dialect)
  })
  return found && refuse('F-ABOVE-HEADER', { header }, found.line)
}

const WORD_END = /[;,|\s]+/

/** Whether the cells, or lines that stray quotes have joined to them, are a vehicle's. */
export function holdsVehicle(cells: readonly string[], dialect: Dialect): boolean {
  const isJoined = cells.some((cell) => holdsRow(cell, dialect))
  // The delimiter may be another one above, or a wrong guess.
  const words = cells.join(' ').split(WORD_END)
  return isJoined || areOfVehicle(words) || rowsWithin(cells, dialect).some(areOfVehicle)
}

export function isFilled(cell: string): boolean {
  return cell.trim() !== ''
}
