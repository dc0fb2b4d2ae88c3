/** The text of a file of which the bytes tell more surely than its own header what they are. */
import { isUtf8 } from 'node:buffer'
import { encodingOfHead } from './encoding.ts'
import { decodeWindows1252 } from './windows-1252.ts'

export function textOfBytes(bytes: Uint8Array): string {
  const marked = encodingOfHead(bytes.subarray(0, 1024))
  if (marked !== undefined) return new TextDecoder(marked.name).decode(bytes)
  return isUtf8(bytes) ? new TextDecoder().decode(bytes) : decodeWindows1252(bytes)
}
