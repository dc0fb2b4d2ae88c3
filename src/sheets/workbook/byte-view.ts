import { WorkbookProblem } from './problem.ts'

/** Reads numbers and names from bytes; to read beyond the end means that the file was cut off. */
export class ByteView {
  readonly #bytes: Uint8Array
  readonly #view: DataView

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  get length(): number {
    return this.#bytes.length
  }

  u16(at: number): number {
    this.#mustHold(at, 2)
    return this.#view.getUint16(at, true)
  }

  u32(at: number): number {
    this.#mustHold(at, 4)
    return this.#view.getUint32(at, true)
  }

  /** Exact up to 2^53, which no file is longer than. */
  u64(at: number): number {
    this.#mustHold(at, 8)
    return Number(this.#view.getBigUint64(at, true))
  }

  text(at: number, length: number): string {
    this.#mustHold(at, length)
    return Buffer.from(this.#bytes.subarray(at, at + length)).toString('utf8')
  }

  #mustHold(at: number, length: number): void {
    if (at < 0 || at + length > this.#bytes.length) throw new WorkbookProblem('F-WORKBOOK-CUT', {})
  }
}
