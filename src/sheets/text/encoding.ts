import { isAscii, isUtf8 } from 'node:buffer'
import { decodeCp850, isLetterOfCp850 } from './cp850.ts'
import { decodeWindows1252, encodeWindows1252 } from './windows-1252.ts'

/** Stage one: which encoding the bytes are in, and text out of them and back. */

export interface Encoding {
  readonly name: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'
  readonly bom: boolean
}

/** € … ‘ ’ “ ” • – — ™: common bytes below 0xA0; other bytes there put the encoding in doubt. */
const TYPOGRAPHY = new Set([0x80, 0x85, 0x91, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x99])

/** So many prove it; counting them is a hundred times slower than finding that there are any. */
const BAD_BYTES_COUNTED_MAX = 100_000

/** Windows-1252 has no characters for these bytes. */
const UNDEFINED = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d])

interface EncodingVerdict {
  readonly name: 'utf-8' | 'windows-1252'
  readonly badBytes: number
  readonly mixed: boolean
  /** True when the bytes may be of another encoding than Windows-1252. */
  readonly doubt: boolean
  /** In doubt: a text with one of these bytes, for a person to judge; its digits are hidden. */
  readonly sample: string
  /** The same text as code page 850 has it. */
  readonly other: string
}

const NO_BYTES = new Uint8Array(0)
const SAMPLE_BYTES_EACH_SIDE = 16

/** The bytes of the cell around one of them, within SAMPLE_BYTES_EACH_SIDE. */
function sampleAround(bytes: Uint8Array, at: number): Uint8Array {
  let start = at
  let end = at + 1
  while (start > 0 && at - start < SAMPLE_BYTES_EACH_SIDE && isOfCell(bytes[start - 1])) start--
  while (end - at < SAMPLE_BYTES_EACH_SIDE && isOfCell(bytes[end])) end++
  return bytes.slice(start, end)
}

function isOfCell(byte: number | undefined): boolean {
  return byte !== undefined && !'\r\n;,\t|"'.includes(String.fromCharCode(byte))
}

/** What a person may see of a sample. */
function shown(text: string): string {
  const hidden = text.replace(/[0-9]/g, '#')
  return hidden.replace(/[\p{Cc}\p{Cf}]/gu, '\uFFFD').trim()
}

/** Gathers evidence over the whole file; the head alone cannot tell an accent at the end. */
export class EncodingEvidence {
  #carry: Uint8Array = new Uint8Array(0)
  #goodPieces = 0
  #badBytes = 0
  #goodSequences = 0
  #undefinedBytes = 0
  #controls = 0
  #letters = 0
  /** Letters that only code page 850 explains. */
  #lettersOf850 = 0
  #sample: Uint8Array | undefined

  add(bytes: Uint8Array): void {
    if (this.#carry.length === 0 && isAscii(bytes)) return
    const joined = this.#carry.length === 0 ? bytes : Buffer.concat([this.#carry, bytes])
    const cut = endOfWholeCharacters(joined)
    this.#carry = joined.slice(cut)
    this.#look(joined.subarray(0, cut))
  }

  #look(bytes: Uint8Array): void {
    if (isAscii(bytes)) return
    if (isUtf8(bytes)) this.#goodPieces++
    else if (this.#badBytes < BAD_BYTES_COUNTED_MAX) this.#count(bytes)
  }

  #count(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length;) {
      const byte = bytes[at] ?? 0
      const size = sequenceLength(byte)
      if (byte < 0x80) at++
      else if (size > 1 && isUtf8(bytes.subarray(at, at + size))) {
        this.#goodSequences++
        at += size
      } else {
        this.#badBytes++
        const isUndefined = UNDEFINED.has(byte)
        if (isUndefined) this.#undefinedBytes++
        if (isLetterOfCp850(byte, bytes[at - 1])) {
          this.#lettersOf850++
          this.#sample ??= sampleAround(bytes, at)
        } else if (byte >= 0xa0) this.#letters++
        else if (!TYPOGRAPHY.has(byte)) {
          if (this.#sample === undefined || (isUndefined && this.#undefinedBytes === 1)) {
            this.#sample = sampleAround(bytes, at)
          }
          this.#controls++
        }
        at++
      }
    }
  }

  /** What the file is without a BOM, with the doubts that remain. */
  verdict(): EncodingVerdict {
    if (this.#carry.length > 0) this.#count(this.#carry)
    this.#carry = new Uint8Array(0)
    const badBytes = this.#badBytes
    const mixed = badBytes > 0 && this.#goodPieces + this.#goodSequences > badBytes
    const name = badBytes === 0 || mixed ? 'utf-8' : 'windows-1252'
    const odd = this.#controls + this.#lettersOf850
    const doubt = name === 'windows-1252' && (this.#undefinedBytes > 0 || odd > this.#letters)
    const bytes = doubt ? (this.#sample ?? NO_BYTES) : NO_BYTES
    const readings = { sample: shown(decodeWindows1252(bytes)), other: shown(decodeCp850(bytes)) }
    return { name, badBytes, mixed, doubt, ...readings }
  }
}

function sequenceLength(lead: number): number {
  if (lead >= 0xc2 && lead <= 0xdf) return 2
  if (lead >= 0xe0 && lead <= 0xef) return 3
  return lead >= 0xf0 && lead <= 0xf4 ? 4 : 1
}

/** Where a UTF-8 sequence that the next piece may finish begins; otherwise the end. */
function endOfWholeCharacters(bytes: Uint8Array): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte < 0x80) break
    if (byte >= 0xc0) return sequenceLength(byte) > back ? bytes.length - back : bytes.length
  }
  return bytes.length
}

/** The encoding that a byte order mark, or NUL bytes on every other place, give away. */
export function encodingOfHead(head: Uint8Array): Encoding | undefined {
  const [first, second, third] = head
  if (first === 0xef && second === 0xbb && third === 0xbf) return { name: 'utf-8', bom: true }
  if (first === 0xff && second === 0xfe) return { name: 'utf-16le', bom: true }
  if (first === 0xfe && second === 0xff) return { name: 'utf-16be', bom: true }
  const pairs = Math.floor(head.length / 2)
  let even = 0
  let odd = 0
  for (let at = 0; at < pairs * 2; at += 2) {
    if (head[at] === 0) even++
    if (head[at + 1] === 0) odd++
  }
  if (pairs >= 4 && odd > pairs * 0.7 && even < pairs * 0.05) {
    return { name: 'utf-16le', bom: false }
  }
  if (pairs >= 4 && even > pairs * 0.7 && odd < pairs * 0.05) {
    return { name: 'utf-16be', bom: false }
  }
  return undefined
}

/** Text in pieces of about the size of the bytes; a BOM is left out. */
export async function* decodeBytes(
  bytes: AsyncIterable<Uint8Array>,
  encoding: Encoding,
): AsyncGenerator<string> {
  if (encoding.name === 'windows-1252') {
    for await (const piece of bytes) yield decodeWindows1252(piece)
    return
  }
  const decoder = new TextDecoder(encoding.name)
  for await (const piece of bytes) yield decoder.decode(piece, { stream: true })
  const rest = decoder.decode()
  if (rest !== '') yield rest
}

export function decodeHead(head: Uint8Array, encoding: Encoding, isWhole: boolean): string {
  if (encoding.name === 'windows-1252') return decodeWindows1252(head)
  return new TextDecoder(encoding.name).decode(head, { stream: !isWhole })
}

/** Bytes in the encoding of the file that was read; the BOM is written by the caller, as U+FEFF. */
export function encodeText(text: string, encoding: Encoding): Uint8Array {
  if (encoding.name === 'windows-1252') return encodeWindows1252(text)
  if (encoding.name === 'utf-8') return Buffer.from(text, 'utf8')
  const bytes = Buffer.from(text, 'utf16le')
  return encoding.name === 'utf-16be' ? bytes.swap16() : bytes
}
