import { formatRecords } from '../../src/sheets/csv/format-records.ts'
import { countTitleRows } from '../../src/sheets/text/title-rows.ts'
import { openBytes } from '../../test/support/dialect/open-bytes.ts'

/**
 * Reads a file by the stages that intake itself uses, told nothing but the bytes, and writes what
 * they read as the plainest CSV: without the titles and blank rows that intake leaves out too.
 * Undefined for a file that intake refuses, but for an empty one: that it is empty is what it says.
 */
export async function writeClean(bytes: Uint8Array): Promise<string | undefined> {
  const opened = await openBytes(bytes)
  if ('refused' in opened) return opened.refused.code === 'F-EMPTY' ? '' : undefined
  const rows = opened.rows.filter((cells) => cells.some((cell) => cell.trim() !== ''))
  const table = rows.slice(countTitleRows(rows))
  return formatRecords(table, { delimiter: ',', quote: '"', lineEnd: '\n' })
}
