/**
 * A million short texts in a few blocks of bytes: as strings they would hold the pieces of XML that
 * they were cut from, and cost three times as much.
 */
const BLOCK_BYTES = 1024 * 1024
const LENGTH_BYTES = 4

export class PackedTexts {
  readonly #blocks: Buffer[] = []
  readonly #starts: number[] = []
  #end = 0

  get length(): number {
    return this.#starts.length
  }

  /** `text`: shorter than a block. */
  add(text: string): void {
    const bytes = Buffer.byteLength(text)
    const room = BLOCK_BYTES - (this.#end % BLOCK_BYTES)
    if (this.#blocks.length === 0 || room < LENGTH_BYTES + bytes || room === BLOCK_BYTES) {
      this.#end = this.#blocks.length * BLOCK_BYTES
      this.#blocks.push(Buffer.alloc(BLOCK_BYTES))
    }
    const at = this.#end % BLOCK_BYTES
    const block = this.#blocks.at(-1)
    block?.writeUInt32LE(bytes, at)
    block?.write(text, at + LENGTH_BYTES)
    this.#starts.push(this.#end)
    this.#end += LENGTH_BYTES + bytes
  }

  /** Half a pair of surrogates comes back as U+FFFD. */
  at(place: number): string | undefined {
    const start = this.#starts[place]
    const block = this.#blocks[Math.floor((start ?? 0) / BLOCK_BYTES)]
    if (start === undefined || block === undefined) return undefined
    const at = (start % BLOCK_BYTES) + LENGTH_BYTES
    return block.toString('utf8', at, at + block.readUInt32LE(at - LENGTH_BYTES))
  }
}
