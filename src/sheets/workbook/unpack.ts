import { crc32, createInflateRaw } from 'node:zlib'
import type { WorkbookLimits } from './limits.ts'
import { damaged, WorkbookProblem } from './problem.ts'
import type { ZipEntry } from './zip-directory.ts'

/**
 * Unpacks entries of a package piece by piece and counts what comes out, for all entries of one
 * pass together. The sizes that headers state are not trusted, only compared.
 */

const PIECE_BYTES = 64 * 1024
const MEBIBYTE = 1024 * 1024

export class Unpacker {
  readonly #archive: Uint8Array
  readonly #limits: WorkbookLimits
  #left: number

  constructor(archive: Uint8Array, limits: WorkbookLimits) {
    this.#archive = archive
    this.#limits = limits
    this.#left = limits.inflatedBytesMax
  }

  async *unpack(entry: ZipEntry): AsyncGenerator<Uint8Array> {
    const packed = this.#archive.subarray(entry.start, entry.start + entry.packedBytes)
    let bytes = 0
    let sum = 0
    for await (const { piece, packedBytes } of entry.isDeflated
      ? inflate(packed, entry)
      : cut(packed)) {
      bytes += piece.length
      this.#count(piece.length, { bytes, packedBytes }, entry)
      sum = crc32(piece, sum)
      yield piece
    }
    if (bytes !== entry.bytes || sum !== entry.crc32) throw damaged(entry.name)
  }

  #count(
    more: number,
    { bytes, packedBytes }: { bytes: number; packedBytes: number },
    of: ZipEntry,
  ) {
    const { inflatedBytesMax, inflationFloorBytes, inflationTimesMax } = this.#limits
    this.#left -= more
    if (this.#left < 0) {
      throw new WorkbookProblem('F-WORKBOOK-INFLATED', { limit: inflatedBytesMax / MEBIBYTE })
    }
    if (bytes > inflationFloorBytes && bytes > packedBytes * inflationTimesMax) {
      const facts = { part: of.name.slice(0, 100), limit: inflationTimesMax }
      throw new WorkbookProblem('F-WORKBOOK-RATIO', facts)
    }
    if (bytes > of.bytes) throw damaged(of.name)
  }
}

interface Unpacked {
  readonly piece: Uint8Array
  /** How many packed bytes were read so far. */
  readonly packedBytes: number
}

function* cut(packed: Uint8Array): Generator<Unpacked> {
  for (let at = 0; at < packed.length; at += PIECE_BYTES) {
    const piece = packed.subarray(at, at + PIECE_BYTES)
    yield { piece, packedBytes: at + piece.length }
  }
}

async function* inflate(packed: Uint8Array, entry: ZipEntry): AsyncGenerator<Unpacked> {
  const stream = createInflateRaw({ chunkSize: PIECE_BYTES })
  stream.end(packed)
  try {
    for await (const piece of stream as AsyncIterable<Uint8Array>) {
      yield { piece, packedBytes: stream.bytesWritten }
    }
  } catch (error) {
    if (error instanceof WorkbookProblem || !(error instanceof Error && 'code' in error))
      throw error
    throw damaged(entry.name)
  }
  // Bytes behind the end of the packed text would be read differently by somebody else.
  if (stream.bytesWritten !== packed.length) throw damaged(entry.name)
}
