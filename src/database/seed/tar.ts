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

const BLOCK_BYTES = 512
const NAME_BYTES_MAX = 100

export function packTar(entries: Iterable<TarEntry>): Buffer {
  const parts: Uint8Array[] = []
  for (const entry of entries) {
    parts.push(header(entry), entry.bytes)
    const over = entry.bytes.length % BLOCK_BYTES
    if (over > 0) parts.push(new Uint8Array(BLOCK_BYTES - over))
  }
  parts.push(new Uint8Array(2 * BLOCK_BYTES))
  return Buffer.concat(parts)
}

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

function header({ path, kind, bytes }: TarEntry): Buffer {
  const name = kind === 'directory' ? `${path}/` : path
  if (Buffer.byteLength(name) > NAME_BYTES_MAX) throw new Error(`Too long for tar: ${name}`)
  const block = Buffer.alloc(BLOCK_BYTES)
  block.write(name, 0, 'utf8')
  block.write(kind === 'directory' ? '0000700\0' : '0000600\0', 100, 'latin1')
  block.write('0000000\0', 108, 'latin1')
  block.write('0000000\0', 116, 'latin1')
  block.write(`${bytes.length.toString(8).padStart(11, '0')}\0`, 124, 'latin1')
  block.write('00000000000\0', 136, 'latin1')
  block.write(kind === 'directory' ? '5' : '0', 156, 'latin1')
  block.write('ustar\x0000', 257, 'latin1')
  block.write(`${checksum(block).toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
  return block
}

/** The sum of all bytes of a header, with the checksum field read as blanks. */
function checksum(block: Uint8Array): number {
  return block.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 0x20 : byte), 0)
}

function checksumAt(archive: Buffer, offset: number): number {
  return Number.parseInt(field(archive, offset + 148, 8), 8)
}

function field(archive: Buffer, offset: number, length: number): string {
  return archive.toString('utf8', offset, offset + length).split('\0')[0] ?? ''
}
