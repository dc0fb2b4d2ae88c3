/** One file being written: counts its bytes and hashes them on the way, waits for the disk. */
import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'

export interface WrittenFile {
  name: string
  bytes: number
  sha256: string
}

export interface FileSink {
  /** Resolves when the file can take more, so a writer that waits never outruns the disk. */
  write(piece: Uint8Array): Promise<void>
  /** Resolves when the file is on the disk. */
  close(): Promise<WrittenFile>
  /** Gives the file handle back after a failure; the directory's owner removes the file. */
  abandon(): Promise<void>
}

/** Pieces are gathered to this many bytes, so that a row is not a system call. */
const GATHERED_BYTES_MAX = 64 * 1024

/** Creates `path`, which must not exist. `mode`: permission bits, for example 0o600. */
export async function openFileSink(path: string, name: string, mode: number): Promise<FileSink> {
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
      return { name, bytes, sha256: hash.digest('hex') }
    },
    abandon: () => file.close(),
  }
}
