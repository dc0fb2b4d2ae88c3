/**
 * Reads the engine's answer as a stream: finds ReadyForQuery, takes notifications out, and passes
 * everything else on unchanged, without copying row by row. Pure.
 */
import { FRAME_HEADER_BYTES, frameEnd } from './frames.ts'

export interface ReplyParts {
  /** Bytes for the connection whose statement runs. */
  pass(bytes: Uint8Array): void
  /** One whole NotificationResponse message. */
  notification(bytes: Uint8Array): void
  /** The status byte of ReadyForQuery; its message was passed on before. */
  ready(status: string): void
  /** A statement was parsed; the message is passed on like any other. */
  parsed(): void
}

const READY = 0x5a
const NOTIFICATION = 0x41
const COPY_IN = 0x47
const PARSE_COMPLETE = 0x31

export class ReplyScanner {
  readonly #parts: ReplyParts
  readonly #dropCopyIn: boolean
  /** Bytes of the current message that are still to be passed on. */
  #passing = 0
  #held: Uint8Array = new Uint8Array(0)

  /** `dropCopyIn`: the connection was told already that it may send its copy data. */
  constructor(parts: ReplyParts, dropCopyIn: boolean) {
    this.#parts = parts
    this.#dropCopyIn = dropCopyIn
  }

  /** `chunk` may be cut anywhere and must not change afterwards. */
  push(chunk: Uint8Array): void {
    const bytes = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk])
    let start = 0
    let offset = Math.min(this.#passing, bytes.length)
    this.#passing -= offset
    while (this.#passing === 0 && bytes.length - offset >= FRAME_HEADER_BYTES) {
      const end = frameEnd(bytes, offset) ?? bytes.length
      const type = bytes[offset]
      const kept = type === NOTIFICATION || type === READY || (type === COPY_IN && this.#dropCopyIn)
      if (!kept) {
        if (type === PARSE_COMPLETE) this.#parts.parsed()
        offset = Math.min(end, bytes.length)
        this.#passing = end - offset
        continue
      }
      if (end > bytes.length) break
      if (offset > start) this.#parts.pass(bytes.subarray(start, offset))
      this.#take(type, bytes.subarray(offset, end))
      offset = end
      start = end
    }
    if (offset > start) this.#parts.pass(bytes.subarray(start, offset))
    this.#held = bytes.subarray(offset)
  }

  #take(type: number, message: Uint8Array): void {
    if (type === NOTIFICATION) return this.#parts.notification(message)
    if (type === COPY_IN) return
    this.#parts.pass(message)
    this.#parts.ready(String.fromCharCode(message[FRAME_HEADER_BYTES] ?? 0))
  }
}
