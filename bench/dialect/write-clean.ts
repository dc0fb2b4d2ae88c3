import { formatRecords } from '../../src/sheets/csv/format-records.ts'
import { splitText } from '../../src/sheets/csv/read-records.ts'
import { decodeHead } from '../../src/sheets/text/encoding.ts'
import { HEAD_BYTES } from '../../src/reconciliation/intake/limits.ts'
import { repeatsHeader } from '../../test/support/dialect/find-table.ts'
import { sniffBytes } from '../../test/support/dialect/sniff-bytes.ts'

/**
 * Reads a file with the program's own stage and reader, told nothing but the bytes, and writes the
 * table in it as the plainest CSV. Undefined when the stage cannot tell two delimiters apart.
 */
export function writeClean(bytes: Uint8Array): string | undefined {
  const isWhole = bytes.length <= HEAD_BYTES
  const sniffed = sniffBytes(bytes.subarray(0, HEAD_BYTES), isWhole)
  if ('ambiguous' in sniffed) return undefined
  const text = decodeHead(bytes, sniffed.encoding, true)
  const records = splitText(text, sniffed).map(({ cells }) => cells)
  const body = records.slice(sniffed.preamble + sniffed.headerRows)
  const header = joinHeader(records.slice(sniffed.preamble).slice(0, sniffed.headerRows))
  const rows = body.filter((cells) => cells.some((cell) => cell.trim() !== ''))
  const end = rows.findIndex((cells) => repeatsHeader(cells, header[0] ?? []))
  const table = [...header, ...(end === -1 ? rows : rows.slice(0, end))]
  return formatRecords(table, { delimiter: ',', quote: '"', lineEnd: '\n' })
}

/** Several rows of a header are one: the names of a column stand one below the other. */
function joinHeader(rows: readonly (readonly string[])[]): string[][] {
  const width = rows.reduce((most, { length }) => Math.max(most, length), 0)
  if (width === 0) return []
  const names = Array.from({ length: width }, (_, at) =>
    rows
      .map((row) => row[at]?.trim() ?? '')
      .filter((name) => name !== '')
      .join(' '),
  )
  return [names]
}
