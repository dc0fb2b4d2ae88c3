import { damaged, WorkbookProblem } from './problem.ts'
import type { WorkbookLimits } from './limits.ts'
import { ByteView } from './byte-view.ts'

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
  const view = new ByteView(archive)
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

function readEnd(view: ByteView): DirectoryEnd {
  const first = Math.max(0, view.length - END_BYTES - COMMENT_BYTES_MAX)
  let at = view.length - END_BYTES
  while (at >= first && view.u32(at) !== END) at--
  if (at < first) throw new WorkbookProblem('F-WORKBOOK-CUT', {})
  const disks = [view.u16(at + 4), view.u16(at + 6)]
  const here = view.u16(at + 8)
  const count = view.u16(at + 10)
  const bytes = view.u32(at + 12)
  const directoryAt = view.u32(at + 16)
  const isLarge = count === UNSAID_16 || bytes === UNSAID_32 || directoryAt === UNSAID_32
  if (isLarge) return readLargeEnd(view, at)
  if (here !== count || disks.some((disk) => disk !== 0)) throw damaged('zip: disks')
  return endOf(count, directoryAt, bytes, at)
}

function readLargeEnd(view: ByteView, endAt: number): DirectoryEnd {
  const locator = endAt - 20
  if (locator < 0 || view.u32(locator) !== END_64_LOCATOR) throw damaged('zip: zip64')
  const at = view.u64(locator + 8)
  if (at > locator || view.u32(at) !== END_64) throw damaged('zip: zip64')
  const count = view.u64(at + 32)
  if (view.u64(at + 24) !== count) throw damaged('zip: disks')
  return endOf(count, view.u64(at + 48), view.u64(at + 40), at)
}

function endOf(count: number, directoryAt: number, bytes: number, before: number): DirectoryEnd {
  const directoryEnd = directoryAt + bytes
  if (directoryEnd > before) throw damaged('zip: directory')
  return { count, directoryAt, directoryEnd }
}

function readListed(view: ByteView, at: number): { found: Listed; next: number } {
  if (view.u32(at) !== ENTRY) throw damaged('zip: directory')
  const flags = view.u16(at + 8)
  const method = view.u16(at + 10)
  const nameBytes = view.u16(at + 28)
  const extraBytes = view.u16(at + 30)
  const commentBytes = view.u16(at + 32)
  const name = view.text(at + 46, nameBytes)
  if ((flags & ENCRYPTED) !== 0) throw new WorkbookProblem('F-ENCRYPTED', {})
  if (!isSafeName(name)) throw damaged(name)
  if (method !== STORED && method !== DEFLATED) throw damaged(name)
  const sizes = [view.u32(at + 24), view.u32(at + 20), view.u32(at + 42)]
  const [bytes = 0, packedBytes = 0, headerAt = 0] = widen(view, sizes, at + 46 + nameBytes, {
    length: extraBytes,
    name,
  })
  const isDeflated = method === DEFLATED
  if (!isDeflated && bytes !== packedBytes) throw damaged(name)
  const crc32 = view.u32(at + 16)
  return {
    found: { name, flags, isDeflated, crc32, bytes, packedBytes, headerAt },
    next: at + 46 + nameBytes + extraBytes + commentBytes,
  }
}

/** The sizes that do not fit stand in an extra field, in their order, as 64 bits. */
function widen(
  view: ByteView,
  sizes: readonly number[],
  extraAt: number,
  extra: { readonly length: number; readonly name: string },
): number[] {
  if (!sizes.includes(UNSAID_32)) return [...sizes]
  const extraEnd = extraAt + extra.length
  for (let at = extraAt; at + 4 <= extraEnd; at += 4 + view.u16(at + 2)) {
    if (view.u16(at) !== 1) continue
    let next = at + 4
    const end = next + view.u16(at + 2)
    return sizes.map((size) => {
      if (size !== UNSAID_32) return size
      next += 8
      if (next > end) throw damaged(extra.name)
      return view.u64(next - 8)
    })
  }
  throw damaged(extra.name)
}

/** Nothing is written to a disk here, but no honest spreadsheet has such a name inside. */
function isSafeName(name: string): boolean {
  if (name === '' || /[\p{Cc}\\:]|^\//u.test(name)) return false
  return !name.split('/').includes('..')
}

/** The entry's own header must say the same as the directory. */
function locate(view: ByteView, listed: Listed): ZipEntry {
  const { name, headerAt, flags, isDeflated, crc32, bytes, packedBytes } = listed
  const isAgreed =
    view.u32(headerAt) === LOCAL_HEADER &&
    (view.u16(headerAt + 6) & ENCRYPTED) === 0 &&
    view.u16(headerAt + 8) === (isDeflated ? DEFLATED : STORED) &&
    view.text(headerAt + 30, view.u16(headerAt + 26)) === name
  if (!isAgreed) throw damaged(name)
  if ((flags & HAS_DESCRIPTOR) === 0) {
    const said = [view.u32(headerAt + 18), view.u32(headerAt + 22)]
    const isSame = said.every((size, at) => size === UNSAID_32 || size === [packedBytes, bytes][at])
    if (!isSame || view.u32(headerAt + 14) !== crc32) throw damaged(name)
  }
  const start = headerAt + 30 + view.u16(headerAt + 26) + view.u16(headerAt + 28)
  return { name, isDeflated, crc32, packedBytes, bytes, start }
}
