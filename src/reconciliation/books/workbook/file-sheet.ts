/**
 * A written file of a month as a sheet: read from the disk row by row, each cell by the kind of its
 * column. The money that passes is added up by the words of one column, for the summary.
 */
import { centsOf } from '../../reports/read-back.ts'
import type { BookCell } from './book-cell.ts'
import type { BookSheet } from './write-book.ts'
import { sheetCell, WIDTHS, type CellKind } from './sheet-cells.ts'

export interface FileColumn {
  readonly key: string
  readonly kind: CellKind
  readonly header: string
}

export interface SheetFile {
  /** Of the sheet. */
  readonly name: string
  /** Of the folder. */
  readonly file: string
  readonly columns: readonly FileColumn[]
  /** The cells of each row, as they are read from the disk. */
  readonly cells: () => AsyncIterable<readonly string[]>
  /** How many rows were written. */
  readonly rows: number
  /** The key of the column by whose words money is added up. */
  readonly sumsBy: string | null
  /** Complete when the sheet is written. */
  readonly sums: SheetSums
}

/** Of each money column, by its key and the word in the column that sums are by. */
export class SheetSums {
  readonly #cents = new Map<string, Map<string, bigint>>()

  add(key: string, word: string, cents: bigint): void {
    const words = this.#cents.get(key) ?? new Map<string, bigint>()
    this.#cents.set(key, words.set(word, (words.get(word) ?? 0n) + cents))
  }

  /** Of one word, or of all. */
  of(key: string, word: string | null): bigint {
    const words = this.#cents.get(key)
    if (word !== null) return words?.get(word) ?? 0n
    return [...(words?.values() ?? [])].reduce((sum, cents) => sum + cents, 0n)
  }
}

export function fileSheet(file: SheetFile): BookSheet {
  const columns = file.columns.map(({ header, kind }) => ({ header, width: WIDTHS[kind] }))
  return { name: file.name, columns, filters: true, rows: () => rowsOf(file) }
}

async function* rowsOf({ file, ...sheet }: SheetFile): AsyncGenerator<BookCell[]> {
  const { columns, rows, sums, sumsBy } = sheet
  const by = columns.findIndex(({ key }) => key === sumsBy)
  let read = 0
  for await (const cells of sheet.cells()) {
    read += 1
    if (cells.length !== columns.length) throw new Error(`${file}: row ${read} is torn`)
    for (const [place, { key, kind }] of columns.entries()) {
      if (kind === 'money') sums.add(key, cells[by] ?? '', centsOf(cells[place] ?? '') ?? 0n)
    }
    yield columns.map(({ kind }, place) => sheetCell(kind, cells[place] ?? ''))
  }
  if (read !== rows) throw new Error(`${file} has ${read} rows, of ${rows}`)
}
