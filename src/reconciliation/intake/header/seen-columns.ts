import { columnWanted, mapToType, nameInMap } from './column-wanted.ts'
import { fieldsOfHeader, FIELDS, isVerdictColumn, type RequiredField } from './aliases.ts'
import { columnName, shorten, type FieldMap } from './choose-columns.ts'
import type { Facts } from '../judged.ts'
import type { BestRow } from './found-header.ts'
import { guessColumns } from './guess-columns.ts'

/**
 * What a refusal tells of a file whose columns are not all found: `recognized` (field=header),
 * `others` (headers that mean nothing here, numbers masked), a guess to confirm, `map`, and the
 * fields that nothing in the file resembles, `unguessed`.
 */
export function seenColumns(
  { row, twoLines }: BestRow,
  rows: readonly (readonly string[])[],
  missing: readonly RequiredField[],
  map: FieldMap,
): Facts {
  const known = new Map<string, number>()
  const said: Record<string, string> = {}
  for (const field of FIELDS) {
    const wanted = map[field]
    const column =
      wanted === undefined
        ? row.findIndex((cell) => fieldsOfHeader(cell).includes(field))
        : columnWanted(row, wanted)
    if (column === -1) continue
    known.set(field, column)
    if (wanted !== undefined) said[field] = nameInMap(row, column)
  }
  const taken = new Set(known.values())
  const others = Array.from(row.keys()).filter(
    (index) => !taken.has(index) && !isVerdictColumn(row[index] ?? ''),
  )
  const guess = guessColumns(rows, missing, taken)
  const header = twoLines === undefined ? guess.header : row
  return {
    recognized: shorten([...known].map(([field, at]) => `${field}=${nameAt(at)}`).join(', ')),
    others: shorten(others.map(nameAt).join(', ')),
    map: guess.columns.size === 0 ? '' : mapToType(header, said, guess.columns),
    unguessed: missing.filter((field) => !guess.columns.has(field)).join(', '),
  }

  /** The row may be a vehicle's after all and hold a document. */
  function nameAt(index: number): string {
    return columnName(row, index).replace(/[0-9]{3,}/g, (digits) => '#'.repeat(digits.length))
  }
}
