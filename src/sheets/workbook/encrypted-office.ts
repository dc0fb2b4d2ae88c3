import type { WorkbookLimits } from './limits.ts'

/**
 * An XLSX with a password is no ZIP package: it is inside the container of the old XLS format,
 * whose directory then has an entry of this name.
 */
const ENTRY = Buffer.from('EncryptedPackage', 'utf16le')

export async function isEncryptedOffice(
  bytes: AsyncIterable<Uint8Array>,
  limits: WorkbookLimits,
): Promise<boolean> {
  let rest: Uint8Array = new Uint8Array(0)
  let seen = 0
  for await (const piece of bytes) {
    const joined = Buffer.concat([rest, piece])
    if (joined.includes(ENTRY)) return true
    rest = joined.subarray(-ENTRY.length)
    seen += piece.length
    if (seen > limits.bytesMax) return false
  }
  return false
}
