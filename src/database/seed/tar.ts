/**
 * The smallest useful part of the tar format (POSIX.1-1988 ustar): directories and files with short
 * names. Enough for a PostgreSQL data directory, and readable by every `tar`. Pure.
 */

export interface TarEntry {
  /** Relative, with `/`; never ends with one. */
  path: string
  kind: 'file' | 'directory'
  bytes: Uint8Array
}

export const BLOCK_BYTES = 512
export const NAME_BYTES_MAX = 100

/** Entries in the order of the archive; their bytes are views of `tar`. */
export function* readTar(tar: Uint8Array): Generator<TarEntry> {
  const archive = Buffer.from(tar.buffer, tar.byteOffset, tar.byteLength)
  let offset = 0
  while (offset + BLOCK_BYTES <= archive.length && archive[offset] !== 0) {
    const path = field(archive, offset, NAME_BYTES_MAX)
    const size = Number.parseInt(field(archive, offset + 124, 12), 8)
    const kind = field(archive, offset + 156, 1) === '5' ? 'directory' : 'file'
    if (checksum(archive.subarray(offset, offset + BLOCK_BYTES)) !== checksumAt(archive, offset)) {
      throw new Error(`The archive is damaged at byte ${offset}.`)
    }
    if (path.startsWith('/') || path.split('/').includes('..')) {
      throw new Error(`The archive names a path outside itself: ${path}`)
    }
    const start = offset + BLOCK_BYTES
    yield { path: path.replace(/\/$/, ''), kind, bytes: archive.subarray(start, start + size) }
    offset = start + Math.ceil(size / BLOCK_BYTES) * BLOCK_BYTES
  }
}

/** The sum of all bytes of a header, with the checksum field read as blanks. */
export function checksum(block: Uint8Array): number {
  return block.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 0x20 : byte), 0)
}

function checksumAt(archive: Buffer, offset: number): number {
  return Number.parseInt(field(archive, offset + 148, 8), 8)
}

function field(archive: Buffer, offset: number, length: number): string {
  return archive.toString('utf8', offset, offset + length).split('\0')[0] ?? ''
}
