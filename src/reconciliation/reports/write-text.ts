/** Writes one text file of a report's folder. */
import { join } from 'node:path'
import { FILE_MODE } from './files/write-csv-files.ts'
import { openFileSink, type WrittenFile } from './files/file-sink.ts'

export async function writeText(
  directory: string,
  name: string,
  text: string,
): Promise<WrittenFile> {
  const sink = await openFileSink(join(directory, name), name, FILE_MODE)
  try {
    await sink.write(Buffer.from(text, 'utf8'))
    return await sink.close()
  } catch (error) {
    await sink.abandon()
    throw error
  }
}
