/**
 * A written file of a month as a sheet: read from the disk row by row, each cell by the kind of its
 * column. The money that passes is added up by the words of one column, for the summary.
 */
import { createReadStream } from 'node:fs'
import { centsOf, textOf } from '../../reports/read-back.ts'
import { readRecords } from '../../../sheets/csv/read-records.ts'
import type { CsvDialect } from '../../../sheets/csv/csv-record.ts'
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
  readonly path: string
  readonly dialect: CsvDialect
  readonly encoding: 'utf-8' | 'windows-1252'
  readonly columns: readonly FileColumn[]
  /** Records before the first row. */
  readonly skipped: number
  /** How many rows there are; what follows them is not shown. */
  readonly rows: number
  /** The key of the column by whose words money is added up. */
  readonly sumsBy: string | null
  /** Complete when the sheet is written. */
  readonly sums: SheetSums
}

/** A file's longest cell is a few thousand characters; this bounds a damaged one. */
const RECORD_CHARACTERS_MAX = 1024 * 1024

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

async function* rowsOf(file: SheetFile): AsyncGenerator<BookCell[]> {
  const { columns, skipped, rows, sums } = file
  const by = columns.findIndex(({ key }) => key === file.sumsBy)
  const limits = { recordCharactersMax: RECORD_CHARACTERS_MAX }
  let at = 0
  const texts = textOf(createReadStream(file.path), new TextDecoder(file.encoding, { fatal: true }))
  for await (const batch of readRecords(texts, file.dialect, limits)) {
    for (const { cells } of batch) {
      at += 1
      if (at <= skipped || at > skipped + rows) continue
      if (cells.length !== columns.length) throw new Error(`${file.path}: record ${at} is torn`)
      for (const [place, { key, kind }] of columns.entries()) {
        if (kind === 'money') sums.add(key, cells[by] ?? '', centsOf(cells[place] ?? '') ?? 0n)
      }
      yield columns.map(({ kind }, place) => sheetCell(kind, cells[place] ?? ''))
    }
  }
  if (at < skipped + rows) throw new Error(`${file.path} ends before its last row`)
}
