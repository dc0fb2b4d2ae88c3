/** Writes a file beside its place and puts it there when it is whole and on the disk. */
import { rename, rm, writeFile } from 'node:fs/promises'

type Content = string | Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>

export interface Replacing {
  /** Permission bits, for example 0o600. */
  readonly mode: number
  /** The file that is in the place stays if this throws. */
  readonly beforeReplacing?: (() => Promise<void>) | undefined
}

/** Replaces `path` if it exists; writes through no link that lies beside it. */
export async function replaceFile(
  path: string,
  content: Content,
  { mode, beforeReplacing }: Replacing,
): Promise<void> {
  const partial = `${path}.part`
  await rm(partial, { force: true })
  try {
    await writeFile(partial, content, { mode, flag: 'wx', flush: true })
    await beforeReplacing?.()
    await rename(partial, path)
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
}
