import { PassThrough, Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'

/**
 * Packs texts into a ZIP package as they come. A part is asked for only once the one before it is
 * written, since what it says may depend on that one.
 */

export interface Part {
  readonly name: string
  readonly text: AsyncIterable<string> | Iterable<string>
  /** Stored uncompressed and without a descriptor, as OpenDocument demands of the part `mimetype`. */
  readonly isStored?: boolean
}

const COMMON = {
  // The first day that a package can name: nothing here depends on the clock.
  mtime: new Date(1980, 0, 1),
  forceDosTimestamp: true,
}
/** At higher levels, repeated reasons compress so well that the file would look like a zip bomb. */
const PACKED = { ...COMMON, compressionLevel: 1 }

export async function* pack(parts: Iterable<Part>): AsyncGenerator<Uint8Array> {
  const archive = new ZipFile()
  const packed = new PassThrough()
  archive.outputStream.pipe(packed)
  const stopped = new AbortController()
  addParts(archive, parts, stopped.signal).catch((error: Error) => packed.destroy(error))
  try {
    for await (const piece of packed as AsyncIterable<Uint8Array>) yield piece
  } finally {
    stopped.abort()
  }
}

async function addParts(archive: ZipFile, parts: Iterable<Part>, signal: AbortSignal) {
  for (const { name, text, isStored = false } of parts) {
    if (isStored) {
      const bytes = Buffer.from((await Array.fromAsync(text)).join(''))
      archive.addBuffer(bytes, name, { ...COMMON, compress: false })
    } else {
      const bytes = Readable.from(text, { signal })
      archive.addReadStream(bytes, name, PACKED)
      await finished(bytes)
    }
  }
  archive.end()
}
