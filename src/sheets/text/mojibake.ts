import { byteOfCharacter } from './windows-1252.ts'

/** Undoes text that was encoded as UTF-8 twice: `ProprietÃ¡rio` was `Proprietário`. */

/** A UTF-8 lead byte seen as Windows-1252, and something behind it that is not plain ASCII. */
const LOOKS_TWICE_ENCODED = /[Â-ô][^\0-\x7f]/

/** The text as it was, or undefined when it was not encoded twice. */
export function restoreMojibake(text: string): string | undefined {
  if (!LOOKS_TWICE_ENCODED.test(text)) return undefined
  const bytes = Array.from(text, byteOfCharacter)
  if (!bytes.every((byte) => byte !== undefined)) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes))
  } catch {
    return undefined
  }
}
