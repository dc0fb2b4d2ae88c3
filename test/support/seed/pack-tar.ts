/** Writes the archive that src/database/seed/tar.ts reads. */
import {
  BLOCK_BYTES,
  checksum,
  NAME_BYTES_MAX,
  type TarEntry,
} from '../../../src/database/seed/tar.ts'

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
