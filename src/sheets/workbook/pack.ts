import { pipeline, Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

/**
 * Packs texts into a ZIP package as they come, for ODS, which the library does not write as its
 * standard demands. No part outgrows a sheet that was read, so none needs zip64.
 */

export interface Part {
  readonly name: string
  readonly text: AsyncIterable<string> | Iterable<string>
  /** Stored uncompressed, as OpenDocument demands of the part `mimetype`. */
  readonly isStored?: boolean
}

interface Packed {
  readonly name: Buffer
  readonly isStored: boolean
  readonly at: number
  sum: number
  packedBytes: number
  bytes: number
}

/** At higher levels, repeated reasons compress so well that the file would look like a zip bomb. */
const LEVEL = 1

const LOCAL_HEADER = 0x04034b50
const DESCRIPTOR = 0x08074b50
const ENTRY = 0x02014b50
const END = 0x06054b50

const VERSION = 20
const NAME_IS_UTF8 = 0x0800
const SIZES_FOLLOW = 0x0008
/** The first day that a package can name: nothing here depends on the clock. */
const FIRST_DAY = 0x0021

export async function* pack(parts: Iterable<Part>): AsyncGenerator<Uint8Array> {
  const all: Packed[] = []
  let at = 0
  for (const { name, text, isStored = false } of parts) {
    const part = { name: Buffer.from(name), isStored, at, sum: 0, packedBytes: 0, bytes: 0 }
    all.push(part)
    for await (const piece of isStored ? store(text, part) : deflate(text, part)) {
      at += piece.length
      yield piece
    }
  }
  const directory = Buffer.concat(all.map(entryOf))
  yield directory
  const counts = halves(0, 0, all.length, all.length)
  yield Buffer.concat([words(END), counts, words(directory.length, at), halves(0)])
}

async function* store(text: Part['text'], part: Packed): AsyncGenerator<Uint8Array> {
  const pieces: Uint8Array[] = []
  for await (const piece of counted(text, part)) pieces.push(piece)
  part.packedBytes = part.bytes
  yield headerOf(part)
  yield* pieces
}

async function* deflate(text: Part['text'], part: Packed): AsyncGenerator<Uint8Array> {
  yield headerOf(part)
  // Iterating the last stream throws the error of any of them.
  const packed = pipeline(
    Readable.from(counted(text, part)),
    createDeflateRaw({ level: LEVEL }),
    () => undefined,
  )
  for await (const piece of packed as AsyncIterable<Uint8Array>) {
    part.packedBytes += piece.length
    yield piece
  }
  yield words(DESCRIPTOR, part.sum, part.packedBytes, part.bytes)
}

async function* counted(text: Part['text'], part: Packed): AsyncGenerator<Uint8Array> {
  for await (const piece of text) {
    const bytes = Buffer.from(piece, 'utf8')
    part.sum = crc32(bytes, part.sum)
    part.bytes += bytes.length
    yield bytes
  }
}

/** The sizes of a part that is packed while it comes are 0 here, and follow the part. */
function headerOf(part: Packed): Buffer {
  return Buffer.concat([words(LOCAL_HEADER), about(part), part.name])
}

function entryOf(part: Packed): Buffer {
  const where = Buffer.concat([halves(0, 0, 0), words(0, part.at)])
  return Buffer.concat([words(ENTRY), halves(VERSION), about(part), where, part.name])
}

function about({ name, isStored, sum, packedBytes, bytes }: Packed): Buffer {
  const flags = NAME_IS_UTF8 | (isStored ? 0 : SIZES_FOLLOW)
  return Buffer.concat([
    halves(VERSION, flags, isStored ? 0 : 8, 0, FIRST_DAY),
    words(sum, packedBytes, bytes),
    halves(name.length, 0),
  ])
}

function halves(...numbers: readonly number[]): Buffer {
  return Buffer.from(Uint16Array.from(numbers).buffer)
}

function words(...numbers: readonly number[]): Buffer {
  return Buffer.from(Uint32Array.from(numbers).buffer)
}
