/** Writes one text file of a report's folder. */
import { join } from 'node:path'
import { openFileSink } from './files/file-sink.ts'
import type { ListedFile } from './page/page-facts.ts'

export async function writeText(
  directory: string,
  name: string,
  text: string,
): Promise<ListedFile> {
  await using sink = await openFileSink(join(directory, name))
  await sink.write(Buffer.from(text, 'utf8'))
  return { ...(await sink.close()), rows: null, cents: {}, control: null }
}
