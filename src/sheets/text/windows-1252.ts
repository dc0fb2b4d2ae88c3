/**
 * Windows-1252 both ways by its own table, because the decoders of some Node releases read
 * 0x80-0x9F wrongly. The five bytes it leaves undefined stay the C1 controls they are, so that what
 * was read can be written back byte for byte.
 */
const HIGH = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

const FROM_LATIN_1 = /[\u0080-\u009f]/g

const TO_BYTE: ReadonlyMap<string, number> = new Map(
  Array.from(HIGH, (char, at) => [char, 0x80 + at] as const),
)

export function decodeWindows1252(bytes: Uint8Array): string {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return view
    .toString('latin1')
    .replace(FROM_LATIN_1, (char) => HIGH.charAt(char.charCodeAt(0) - 0x80))
}

/** Undefined when a character has no byte. */
export function byteOfCharacter(char: string): number | undefined {
  const code = char.charCodeAt(0)
  if (char.length === 1 && (code < 0x80 || (code >= 0xa0 && code <= 0xff))) return code
  return TO_BYTE.get(char)
}

/** Characters without a byte become `?`. */
export function encodeWindows1252(text: string): Uint8Array {
  const bytes = Buffer.from(text, 'latin1')
  if (!/[^\0-\u007f\u00a0-\u00ff]/.test(text)) return bytes
  return Uint8Array.from(text, (char) => byteOfCharacter(char) ?? 0x3f)
}
