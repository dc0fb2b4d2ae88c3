/** Writes one text file of a report's folder. */
import { join } from 'node:path'
import { openFileSink, type WrittenFile } from './files/file-sink.ts'

export async function writeText(
  directory: string,
  name: string,
  text: string,
): Promise<WrittenFile> {
  await using sink = await openFileSink(join(directory, name))
  await sink.write(Buffer.from(text, 'utf8'))
  return await sink.close()
}
