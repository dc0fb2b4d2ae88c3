import type { CsvRecord } from '../../../sheets/csv/csv-record.ts'
import type { Header } from '../header/header.ts'

/** Merged cells of a sheet: what stands in the first of them counts for the rows below, and is told. */

/** Two vehicles may share what is merged over their rows, but for these. */
const OWN = ['plate', 'renavam'] as const

/** `merged` of the answer has only the empty cells of used columns; an empty row stays empty. */
export function fillMerged(record: CsvRecord, { columns, line }: Header): CsvRecord {
  const { merged, ...rest } = record
  if (merged === undefined || record.cells.every((cell) => cell.trim() === '')) return rest
  const filled = new Map([...merged].filter(([place, value]) => isFilled(place, value.line)))
  const shared = filled
    .entries()
    .filter(([place]) => !OWN.some((field) => columns.get(field) === place))
  const cells = [...record.cells]
  for (const [place, { text }] of shared) cells[place] = text
  return { ...rest, cells, merged: filled }

  function isFilled(place: number, from: number): boolean {
    const isUsed = columns.values().some((used) => used === place)
    return isUsed && from > line && (record.cells[place] ?? '').trim() === ''
  }
}
