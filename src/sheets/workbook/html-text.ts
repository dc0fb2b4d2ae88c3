/** The text of an HTML file, whose bytes tell more surely than its own header what they are. */
import { isUtf8 } from 'node:buffer'
import { encodingOfHead } from '../text/encoding.ts'
import { decodeWindows1252 } from '../text/windows-1252.ts'

export function htmlText(bytes: Uint8Array): string {
  const marked = encodingOfHead(bytes.subarray(0, 1024))
  if (marked !== undefined) return new TextDecoder(marked.name).decode(bytes)
  return isUtf8(bytes) ? new TextDecoder().decode(bytes) : decodeWindows1252(bytes)
}
