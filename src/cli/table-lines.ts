/** Pure. Rows as lines of a table, and the instants in them. */
import type { AppContext } from '../app/context.ts'
import { datedTime } from '../app/short-time.ts'

/** `—` for null. */
export function when({ output, config }: AppContext, at: Date | null): string {
  return at === null ? '—' : datedTime(at, output, config.FROTA_TIME_ZONE)
}

/** A column's heading, and its cell in the row of an item. */
type Column<Item> = readonly [heading: string, cell: (item: Item) => string]

/** The headings, and a row for each item. */
export function tableOf<Item>(
  items: readonly Item[],
  columns: readonly Column<Item>[],
): readonly string[] {
  const headings = columns.map(([heading]) => heading)
  return tableLines([headings, ...items.map((item) => columns.map(([, cell]) => cell(item)))])
}

/** Columns as wide as their widest cell, two spaces apart. */
export function tableLines(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  )
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}
