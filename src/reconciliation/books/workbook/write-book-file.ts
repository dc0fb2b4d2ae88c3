/** Writes reconciliation.xlsx into a folder of reports, for a run as for a month. */
import { join } from 'node:path'
import { openFileSink, type WrittenFile } from '../../reports/files/file-sink.ts'
import { writeBook, type BookSheet } from './write-book.ts'

/** `rowsMax`: of one sheet, header included; absent: as many as a sheet can have. */
export async function writeBookFile(
  directory: string,
  sheets: readonly BookSheet[],
  rowsMax?: number,
): Promise<WrittenFile> {
  await using sink = await openFileSink(join(directory, 'reconciliation.xlsx'))
  for await (const piece of writeBook(sheets, rowsMax)) await sink.write(piece)
  return await sink.close()
}
