import { damaged, WorkbookProblem } from './problem.ts'
import type { WorkbookLimits } from './limits.ts'

/**
 * The directory of a package, read so that it can be trusted: what is said twice must agree, no two
 * entries share bytes, and no name is used twice or leads out of the package.
 */

export interface ZipEntry {
  readonly name: string
  readonly isDeflated: boolean
  readonly crc32: number
  readonly packedBytes: number
  /** The unpacked size that the directory states; it is counted again when unpacking. */
  readonly bytes: number
  /** Where its packed bytes begin. */
  readonly start: number
}

/** Entries by their names in lower case, as packages compare names. */
export type ZipDirectory = ReadonlyMap<string, ZipEntry>

interface Listed extends Omit<ZipEntry, 'start'> {
  readonly flags: number
  readonly headerAt: number
}

const ENTRY = 0x02014b50
const LOCAL_HEADER = 0x04034b50
const END = 0x06054b50
const END_64 = 0x06064b50
const END_64_LOCATOR = 0x07064b50

const END_BYTES = 22
const COMMENT_BYTES_MAX = 0xffff
const UNSAID_16 = 0xffff
const UNSAID_32 = 0xffffffff

const ENCRYPTED = 0b10_0000_0100_0001
const HAS_DESCRIPTOR = 0b1000

const STORED = 0
const DEFLATED = 8

export function readDirectory(archive: Uint8Array, limits: WorkbookLimits): ZipDirectory {
  const { buffer, byteOffset, byteLength } = archive
  try {
    return directoryIn(Buffer.from(buffer, byteOffset, byteLength), limits)
  } catch (error) {
    // To read beyond the end means that the file was cut off.
    if (error instanceof RangeError) throw new WorkbookProblem('F-WORKBOOK-CUT', {})
    throw error
  }
}

function directoryIn(view: Buffer, limits: WorkbookLimits): ZipDirectory {
  const end = readEnd(view)
  if (end.count > limits.entriesMax) {
    throw new WorkbookProblem('F-WORKBOOK-ENTRIES', { count: end.count, limit: limits.entriesMax })
  }
  const listed: Listed[] = []
  let at = end.directoryAt
  for (let entry = 0; entry < end.count; entry++) {
    const { found, next } = readListed(view, at)
    listed.push(found)
    at = next
  }
  if (at !== end.directoryEnd) throw damaged('zip: directory')
  const directory = new Map<string, ZipEntry>()
  let free = 0
  for (const one of listed.toSorted((a, b) => a.headerAt - b.headerAt)) {
    const entry = locate(view, one)
    const key = one.name.toLowerCase()
    if (one.headerAt < free || directory.has(key)) throw damaged(one.name)
    free = entry.start + entry.packedBytes
    if (free > end.directoryAt) throw damaged(one.name)
    directory.set(key, entry)
  }
  return directory
}

interface DirectoryEnd {
  readonly count: number
  readonly directoryAt: number
  readonly directoryEnd: number
}

function readEnd(view: Buffer): DirectoryEnd {
  const first = Math.max(0, view.length - END_BYTES - COMMENT_BYTES_MAX)
  let at = view.length - END_BYTES
  while (at >= first && view.readUInt32LE(at) !== END) at--
  if (at < first) throw new WorkbookProblem('F-WORKBOOK-CUT', {})
  const disks = [view.readUInt16LE(at + 4), view.readUInt16LE(at + 6)]
  const here = view.readUInt16LE(at + 8)
  const count = view.readUInt16LE(at + 10)
  const bytes = view.readUInt32LE(at + 12)
  const directoryAt = view.readUInt32LE(at + 16)
  const isLarge = count === UNSAID_16 || bytes === UNSAID_32 || directoryAt === UNSAID_32
  if (isLarge) return readLargeEnd(view, at)
  if (here !== count || disks.some((disk) => disk !== 0)) throw damaged('zip: disks')
  return endOf(count, directoryAt, bytes, at)
}

function readLargeEnd(view: Buffer, endAt: number): DirectoryEnd {
  const locator = endAt - 20
  if (locator < 0 || view.readUInt32LE(locator) !== END_64_LOCATOR) throw damaged('zip: zip64')
  const at = wide(view, locator + 8)
  if (at > locator || view.readUInt32LE(at) !== END_64) throw damaged('zip: zip64')
  const count = wide(view, at + 32)
  if (wide(view, at + 24) !== count) throw damaged('zip: disks')
  return endOf(count, wide(view, at + 48), wide(view, at + 40), at)
}

function endOf(count: number, directoryAt: number, bytes: number, before: number): DirectoryEnd {
  const directoryEnd = directoryAt + bytes
  if (directoryEnd > before) throw damaged('zip: directory')
  return { count, directoryAt, directoryEnd }
}

function readListed(view: Buffer, at: number): { found: Listed; next: number } {
  if (view.readUInt32LE(at) !== ENTRY) throw damaged('zip: directory')
  const flags = view.readUInt16LE(at + 8)
  const method = view.readUInt16LE(at + 10)
  const nameBytes = view.readUInt16LE(at + 28)
  const extraBytes = view.readUInt16LE(at + 30)
  const commentBytes = view.readUInt16LE(at + 32)
  const name = textAt(view, at + 46, nameBytes)
  if ((flags & ENCRYPTED) !== 0) throw new WorkbookProblem('F-ENCRYPTED', {})
  if (!isSafeName(name)) throw damaged(name)
  if (method !== STORED && method !== DEFLATED) throw damaged(name)
  const sizes = [view.readUInt32LE(at + 24), view.readUInt32LE(at + 20), view.readUInt32LE(at + 42)]
  const [bytes = 0, packedBytes = 0, headerAt = 0] = widen(view, sizes, at + 46 + nameBytes, {
    length: extraBytes,
    name,
  })
  const isDeflated = method === DEFLATED
  if (!isDeflated && bytes !== packedBytes) throw damaged(name)
  const crc32 = view.readUInt32LE(at + 16)
  return {
    found: { name, flags, isDeflated, crc32, bytes, packedBytes, headerAt },
    next: at + 46 + nameBytes + extraBytes + commentBytes,
  }
}

/** The sizes that do not fit stand in an extra field, in their order, as 64 bits. */
function widen(
  view: Buffer,
  sizes: readonly number[],
  extraAt: number,
  extra: { readonly length: number; readonly name: string },
): number[] {
  if (!sizes.includes(UNSAID_32)) return [...sizes]
  const extraEnd = extraAt + extra.length
  for (let at = extraAt; at + 4 <= extraEnd; at += 4 + view.readUInt16LE(at + 2)) {
    if (view.readUInt16LE(at) !== 1) continue
    let next = at + 4
    const end = next + view.readUInt16LE(at + 2)
    return sizes.map((size) => {
      if (size !== UNSAID_32) return size
      next += 8
      if (next > end) throw damaged(extra.name)
      return wide(view, next - 8)
    })
  }
  throw damaged(extra.name)
}

/** Exact up to 2^53, which no file is longer than. */
function wide(view: Buffer, at: number): number {
  return Number(view.readBigUInt64LE(at))
}

function textAt(view: Buffer, at: number, length: number): string {
  if (at + length > view.length) throw new RangeError('The text ends beyond the file.')
  return view.toString('utf8', at, at + length)
}

/** Nothing is written to a disk here, but no honest spreadsheet has such a name inside. */
function isSafeName(name: string): boolean {
  if (name === '' || /[\p{Cc}\\:]|^\//u.test(name)) return false
  return !name.split('/').includes('..')
}

/** The entry's own header must say the same as the directory. */
function locate(view: Buffer, listed: Listed): ZipEntry {
  const { name, headerAt, flags, isDeflated, crc32, bytes, packedBytes } = listed
  const isAgreed =
    view.readUInt32LE(headerAt) === LOCAL_HEADER &&
    (view.readUInt16LE(headerAt + 6) & ENCRYPTED) === 0 &&
    view.readUInt16LE(headerAt + 8) === (isDeflated ? DEFLATED : STORED) &&
    textAt(view, headerAt + 30, view.readUInt16LE(headerAt + 26)) === name
  if (!isAgreed) throw damaged(name)
  if ((flags & HAS_DESCRIPTOR) === 0) {
    const said = [view.readUInt32LE(headerAt + 18), view.readUInt32LE(headerAt + 22)]
    const isSame = said.every((size, at) => size === UNSAID_32 || size === [packedBytes, bytes][at])
    if (!isSame || view.readUInt32LE(headerAt + 14) !== crc32) throw damaged(name)
  }
  const start = headerAt + 30 + view.readUInt16LE(headerAt + 26) + view.readUInt16LE(headerAt + 28)
  return { name, isDeflated, crc32, packedBytes, bytes, start }
}
