/** Writes a file that appears whole or not at all, readable by its owner alone. */
import { createWriteStream } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { directoryFailure, OUT } from '../../directory-failure.ts'
import { replaceFile } from '../../replace-file.ts'

/** Files given back hold clear documents. */
const OWNER_ONLY = 0o600

type Pieces = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/** A pipe or a device is written as it is. Throws 'disk-full', 'directory-unwritable'. */
export async function writeWhole(
  path: string,
  pieces: Pieces,
  beforeReplacing?: () => Promise<void>,
): Promise<void> {
  try {
    const target = await realpath(path).catch(() => path)
    const there = await stat(target).catch(() => undefined)
    if (there?.isDirectory() === true) {
      throw Object.assign(new Error('is a directory'), { code: 'EISDIR' })
    }
    if (there === undefined || there.isFile()) {
      return await replaceFile(target, pieces, { mode: OWNER_ONLY, beforeReplacing })
    }
    await pipeline(Readable.from(pieces), createWriteStream(target))
  } catch (error) {
    throw directoryFailure(error, path, OUT)
  }
}
