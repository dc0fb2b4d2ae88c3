/** Writes a file beside its place and puts it there when it is whole and on the disk. */
import { rename, rm } from 'node:fs/promises'
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
  try {
    const rows = await writeRows(partial, options, pages)
    await rename(partial, path)
    return rows
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
}

async function writeRows<Row>(...[path, options, pages]: Parameters<typeof replaceCsvFile<Row>>) {
  await using sink = await openFileSink(path, options.mode)
  const file = await openCsvFile(sink, options)
  for await (const page of pages) await file.write(page)
  return (await file.close()).rows
}
