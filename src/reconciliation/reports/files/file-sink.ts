/** One file being written: counts its bytes and hashes them on the way, waits for the disk. */
import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { basename } from 'node:path'

export interface WrittenFile {
  name: string
  bytes: number
  sha256: string
}

/** Left open by a failure, it gives its handle back; the directory's owner removes the file. */
export interface FileSink extends AsyncDisposable {
  /** Resolves when the file can take more, so a writer that waits never outruns the disk. */
  write(piece: Uint8Array): Promise<void>
  /** Resolves when the file is on the disk. */
  close(): Promise<WrittenFile>
}

/** Readable by whoever may read the folder. */
export const FILE_MODE = 0o644

/** Pieces are gathered to this many bytes, so that a row is not a system call. */
const GATHERED_BYTES_MAX = 64 * 1024

/** Creates `path`, which must not exist. `mode`: permission bits, for example 0o600. */
export async function openFileSink(path: string, mode = FILE_MODE): Promise<FileSink> {
  const file = await open(path, 'wx', mode)
  const hash = createHash('sha256')
  let bytes = 0
  let gathered: Uint8Array[] = []
  let waiting = 0
  const flush = async (): Promise<void> => {
    if (waiting === 0) return
    const chunk = Buffer.concat(gathered)
    gathered = []
    waiting = 0
    hash.update(chunk)
    bytes += chunk.length
    await file.writeFile(chunk)
  }
  return {
    write: async (piece) => {
      gathered.push(piece)
      waiting += piece.length
      if (waiting >= GATHERED_BYTES_MAX) await flush()
    },
    close: async () => {
      await flush()
      await file.sync()
      await file.close()
      return { name: basename(path), bytes, sha256: hash.digest('hex') }
    },
    // Does nothing once it is closed.
    [Symbol.asyncDispose]: () => file.close(),
  }
}
