/**
 * Reads a written file again from the disk, as a program that imports it would: the hash, the
 * number of rows, the sum of each money column, to be compared with what was meant to be written.
 */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { CSV_OUTPUTS, type CsvFlavour } from '../../sheets/csv/write-csv.ts'
import { readRecords } from '../../sheets/csv/read-records.ts'
import type { CsvDialect } from '../../sheets/csv/csv-record.ts'
import type { ReportColumn } from './files/columns.ts'
import type { ControlTotals } from './files/csv-file.ts'
import type { WrittenFile } from './files/file-sink.ts'

/** Rows are our own, but a few columns are as long as a service makes them. */
const RECORD_CHARACTERS_MAX = 1024 * 1024

export async function readBack(
  path: string,
  name: string,
  columns: readonly ReportColumn<never>[],
  flavour: CsvFlavour,
): Promise<WrittenFile & ControlTotals> {
  const hash = createHash('sha256')
  let bytes = 0
  const texts = textOf(createReadStream(path), undefined, (piece) => {
    hash.update(piece)
    bytes += piece.length
  })
  const money = columns.flatMap((column, at) =>
    column.kind === 'money' ? [{ key: column.key, at }] : [],
  )
  const cents = new Map(money.map(({ key }) => [key, 0n]))
  let records = 0
  for await (const cells of cellsOf(texts, CSV_OUTPUTS[flavour])) {
    records += 1
    if (records === 1) continue
    // One more than the columns: the last says where the row comes from.
    if (cells.length !== columns.length + 1) throw new Error(`${name}: row ${records} is torn`)
    for (const { key, at } of money) {
      cents.set(key, (cents.get(key) ?? 0n) + amountOf(cells[at] ?? ''))
    }
  }
  const sha256 = hash.digest('hex')
  return { name, bytes, sha256, rows: Math.max(0, records - 1), cents: Object.fromEntries(cents) }
}

function amountOf(cell: string): bigint {
  if (cell === '') return 0n
  const cents = centsOf(cell)
  if (cents === null) throw new Error(`"${cell}" is in a money column and no amount`)
  return cents
}

const AMOUNT = /^(-?)(\d+)[.,](\d{2})$/

/** Of a cell of a written file; null where the text is no amount. */
export function centsOf(text: string): bigint | null {
  const [all, sign, whole = '', cents = ''] = AMOUNT.exec(text) ?? []
  if (all === undefined) return null
  return BigInt(whole + cents) * (sign === '-' ? -1n : 1n)
}

/** The cells of each record of a written file, its header too. */
export async function* cellsOf(
  texts: AsyncIterable<string>,
  dialect: CsvDialect,
): AsyncGenerator<readonly string[]> {
  const limits = { recordCharactersMax: RECORD_CHARACTERS_MAX }
  for await (const batch of readRecords(texts, dialect, limits)) {
    for (const { cells } of batch) yield cells
  }
}

/** The text of a written file as it streams by; `see` is given its bytes. */
export async function* textOf(
  bytes: AsyncIterable<unknown>,
  decoder = new TextDecoder('utf-8', { fatal: true }),
  see?: (piece: Uint8Array) => void,
): AsyncGenerator<string> {
  for await (const chunk of bytes) {
    if (!(chunk instanceof Buffer)) throw new TypeError('a file stream gave no bytes')
    see?.(chunk)
    yield decoder.decode(chunk, { stream: true })
  }
  yield decoder.decode()
}
