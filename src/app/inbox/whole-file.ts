/**
 * Whether a file that does not change any more is complete. A copier may reserve the size first and
 * write the contents later; a workbook's directory (ZIP) is at its end.
 */
import { constants } from 'node:fs'
import { open } from 'node:fs/promises'

/** A file that is still incomplete after this long is imported all the same, and refused. */
export const ENDLESS_MS = 10 * 60_000

/** The last record of a ZIP archive: 22 bytes and a comment of at most 64 KB. */
const TAIL_BYTES_MAX = 22 + 65_535
const ZIP_BEGINS = Buffer.from('PK\u0003\u0004', 'latin1')
const ZIP_ENDS = Buffer.from('PK\u0005\u0006', 'latin1')

/** Rejects as the disk does. */
export async function isWhole(path: string): Promise<boolean> {
  await using file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW)
  const { size } = await file.stat()
  const head = Buffer.alloc(ZIP_BEGINS.length)
  await file.read(head, 0, head.length, 0)
  const tail = Buffer.alloc(Math.min(size, TAIL_BYTES_MAX))
  const { bytesRead } = await file.read(tail, 0, tail.length, size - tail.length)
  return hasEnd(head, tail.subarray(0, bytesRead))
}

/** Pure. `tail`: the last bytes of the file, all of it when it is short. */
export function hasEnd(head: Buffer, tail: Buffer): boolean {
  if (head.equals(ZIP_BEGINS)) return tail.includes(ZIP_ENDS)
  // Two NULs are reserved space that is not written yet; UTF-16 text may end in one NUL only.
  return tail.length < 2 || tail.readUInt16BE(tail.length - 2) !== 0
}
