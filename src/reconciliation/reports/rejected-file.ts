/**
 * rejected.csv: the rows of the sheet that were not accepted, given back in their own form. It holds
 * the sender's documents, so its owner alone may read it.
 */
import { join } from 'node:path'
import type { ReportRejectedRow } from '../../ledger/report-rows.ts'
import type { ReportScope } from '../../ledger/report-scope.ts'
import type { ReportSource } from '../../ledger/report-source.ts'
import { openFileSink } from './file-sink.ts'
import type { WrittenFile } from './file-sink.ts'

const OWNER_ONLY = 0o600

/** Intake's writer with the key that opens the sealed cells: rows in, the file's bytes out. */
export type RejectedWriter = (
  file: NonNullable<ReportScope['import']>,
  rows: AsyncIterable<ReportRejectedRow>,
) => AsyncIterable<Uint8Array>

/** Null when the run has no file, or nothing of it was rejected: then there is nothing to mend. */
export async function writeRejected(
  source: ReportSource,
  { import: file }: ReportScope,
  directory: string,
  rejected: RejectedWriter,
): Promise<(WrittenFile & { rows: number }) | null> {
  if (file === null || file.rejected === 0) return null
  const sink = await openFileSink(join(directory, 'rejected.csv'), 'rejected.csv', OWNER_ONLY)
  let rows = 0
  async function* counted(importId: string): AsyncGenerator<ReportRejectedRow> {
    for await (const page of source.rejectedRows(importId)) {
      rows += page.length
      yield* page
    }
  }
  try {
    for await (const piece of rejected(file, counted(file.id))) await sink.write(piece)
    return { ...(await sink.close()), rows }
  } catch (error) {
    await sink.abandon()
    throw error
  }
}
