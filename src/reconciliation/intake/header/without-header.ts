import type { CsvRecord } from '../../../sheets/csv/csv-record.ts'
import { unwrapRow, type Dialect } from '../../../sheets/text/dialect.ts'
import { chooseColumns, columnName } from './choose-columns.ts'
import { refuse } from '../reasons/explain.ts'
import type { FileWarning, Refused } from '../judged.ts'
import type { Header, HeaderOptions } from './found-header.ts'

/** Reads a file whose first record is a vehicle already: columns are called by their places. */
export function withoutHeader(
  records: readonly CsvRecord[],
  dialect: Dialect,
  options: HeaderOptions,
): Header | Refused {
  const width = commonestWidth(records.map((record) => unwrapRow(record, dialect)))
  if (width === 0) return refuse('F-EMPTY', {})
  if (width > options.columnsMax) {
    return refuse('F-COLUMNS', { count: width, limit: options.columnsMax }, 1)
  }
  const cells = Array.from({ length: width }, (_, index) => columnName([], index))
  const chosen = chooseColumns(cells, 1, options.map)
  if ('refused' in chosen) return chosen
  const used = new Set(chosen.columns.values())
  const extras = Array.from(cells.keys()).filter((index) => !used.has(index))
  const warnings: FileWarning[] = [{ code: 'W-NO-HEADER', facts: { count: width } }]
  if (dialect.sepLine) warnings.push({ code: 'W-SEP', facts: { delimiter: dialect.delimiter } })
  const skipped = dialect.sepLine ? 1 : 0
  return {
    ...chosen,
    line: 0,
    records: skipped,
    cells,
    extras,
    verdicts: new Map(),
    preamble: [],
    warnings,
  }
}

function commonestWidth(rows: readonly (readonly string[])[]): number {
  const counts = new Map<number, number>()
  for (const row of rows) {
    if (row.every((cell) => cell.trim() === '')) continue
    counts.set(row.length, (counts.get(row.length) ?? 0) + 1)
  }
  const [commonest] = [...counts].sort((one, other) => other[1] - one[1] || other[0] - one[0])
  return commonest?.[0] ?? 0
}
