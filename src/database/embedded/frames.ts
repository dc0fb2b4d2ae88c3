/**
 * Cuts a byte stream of the PostgreSQL wire protocol (version 3) into whole messages, and builds
 * the few messages that the embedded engine itself has to say. Pure.
 * Source: PostgreSQL documentation, "Frontend/Backend Protocol", message formats.
 */

/** A message of one type byte, a length (which counts itself) and a body. */
export interface Frame {
  /** The type byte as a character, for instance 'Q' or 'Z'. */
  type: string
  /** The whole message: type, length and body. A view, not a copy. */
  bytes: Uint8Array
}

/** Type byte and length. */
export const FRAME_HEADER_BYTES = 5

/** Far above any statement of ours: a longer message is garbage or an attack on memory. */
const FRAME_BYTES_MAX = 256 * 1024 * 1024

/** Keeps the unfinished end of what arrived, so that messages may be cut anywhere. */
export class FrameReader {
  #parts: Uint8Array[] = []
  #held = 0
  /** How many bytes must be there before looking again is worth the copy. */
  #needed = FRAME_HEADER_BYTES

  /** The whole messages that `chunk` completes, in order. */
  push(chunk: Uint8Array): Frame[] {
    this.#parts.push(chunk)
    this.#held += chunk.length
    if (this.#held < this.#needed) return []
    const bytes = this.#parts.length === 1 ? chunk : Buffer.concat(this.#parts)
    const frames: Frame[] = []
    let offset = 0
    let end = frameEnd(bytes, offset)
    while (end !== undefined && end <= bytes.length) {
      const type = String.fromCharCode(bytes[offset] ?? 0)
      frames.push({ type, bytes: bytes.subarray(offset, end) })
      offset = end
      end = frameEnd(bytes, offset)
    }
    const rest = bytes.subarray(offset)
    this.#parts = rest.length === 0 ? [] : [rest]
    this.#held = rest.length
    this.#needed = end === undefined ? FRAME_HEADER_BYTES : end - offset
    return frames
  }
}

/** Where the message at `offset` ends; undefined when its length has not arrived yet. */
export function frameEnd(bytes: Uint8Array, offset: number): number | undefined {
  if (bytes.length - offset < FRAME_HEADER_BYTES) return undefined
  const length = readInt32(bytes, offset + 1)
  if (length < 4 || length > FRAME_BYTES_MAX) {
    throw new Error(`A wire message claims ${length} bytes; the limit is ${FRAME_BYTES_MAX}.`)
  }
  return offset + 1 + length
}

export function readInt32(bytes: Uint8Array, offset: number): number {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getInt32(offset)
}

/** The zero-terminated string at `offset`, and the offset after it. */
export function readText(bytes: Uint8Array, offset: number): { text: string; next: number } {
  const found = bytes.indexOf(0, offset)
  const end = found === -1 ? bytes.length : found
  return { text: Buffer.from(bytes.subarray(offset, end)).toString('utf8'), next: end + 1 }
}

export function frame(type: string, ...body: Uint8Array[]): Uint8Array {
  const length = body.reduce((sum, part) => sum + part.length, 4)
  const header = Buffer.alloc(FRAME_HEADER_BYTES)
  header.write(type, 0, 'latin1')
  header.writeInt32BE(length, 1)
  return Buffer.concat([header, ...body])
}

export function text(value: string): Uint8Array {
  return Buffer.from(`${value}\0`, 'utf8')
}

export function int32(value: number): Uint8Array {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}

/** 'I' idle, 'T' inside a transaction, 'E' inside a failed one. */
export function readyForQuery(status: 'I' | 'T' | 'E'): Uint8Array {
  return frame('Z', Buffer.from(status, 'latin1'))
}

/** An ErrorResponse; `code` is an SQLSTATE, or one of our own failure codes. */
export function errorResponse(severity: 'ERROR' | 'FATAL', code: string, message: string) {
  const fields = [`S${severity}`, `V${severity}`, `C${code}`, `M${message}`].map(text)
  return frame('E', ...fields, new Uint8Array(1))
}
