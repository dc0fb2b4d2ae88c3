/** Writes a file beside its place and puts it there when it is whole and on the disk. */
import { rename, rm } from 'node:fs/promises'
import { basename } from 'node:path'
import { openCsvFile, type CsvFileOptions } from './files/csv-file.ts'
import { openFileSink } from './files/file-sink.ts'

/** Replaces `path` if it exists; returns the number of rows. */
export async function replaceCsvFile<Row>(
  path: string,
  options: CsvFileOptions<Row> & { readonly mode: number },
  pages: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>,
): Promise<number> {
  const partial = `${path}.part`
  await rm(partial, { force: true })
  const sink = await openFileSink(partial, basename(path), options.mode)
  try {
    const file = await openCsvFile(sink, options)
    for await (const page of pages) await file.write(page)
    const { rows } = await file.close()
    await rename(partial, path)
    return rows
  } catch (error) {
    await sink.abandon().catch(() => undefined)
    await rm(partial, { force: true })
    throw error
  }
}
