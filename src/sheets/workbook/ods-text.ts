import type { XmlHandler } from './read-xml.ts'
import { readAttributes } from './xml-text.ts'

/**
 * The text of one OpenDocument cell: its paragraphs, with the spaces and line ends that are written
 * as elements. Comments, drawings and the reading aids of ruby text are no text of the cell.
 */

const SKIPPED = new Set(['annotation', 'ruby-text', 'frame', 'note', 'tracked-changes'])

export class CellTextReader implements XmlHandler {
  readonly #charactersMax: number
  #paragraphs = 0
  #text = ''
  #isSpaced = true
  #inParagraph = false
  #skippedFrom: number | undefined
  #depth = 0

  constructor(charactersMax: number) {
    this.#charactersMax = charactersMax
  }

  /** `depth`: of the cell itself. */
  start(depth: number): void {
    this.#depth = depth
    this.#paragraphs = 0
    this.#text = ''
    this.#inParagraph = false
    this.#skippedFrom = undefined
  }

  get found(): string {
    return this.#text
  }

  /** Whether the cell has a text, be it an empty one. */
  get isWritten(): boolean {
    return this.#paragraphs > 0
  }

  open = (name: string, raw: string, depth: number): void => {
    if (this.#skippedFrom !== undefined) return
    const isParagraph = depth === this.#depth + 1 && name === 'p'
    if (SKIPPED.has(name) || (depth === this.#depth + 1 && !isParagraph)) {
      this.#skippedFrom = depth
      return
    }
    if (isParagraph) {
      if (this.#paragraphs++ > 0) this.#add('\n')
      this.#inParagraph = true
      this.#isSpaced = true
    } else if (name === 's') this.#add(' '.repeat(this.#spaces(raw)))
    else if (name === 'tab') this.#add('\t')
    else if (name === 'line-break') this.#add('\n')
  }

  /** Spaces and line ends of the XML count as one, and as none where a paragraph begins. */
  text = (piece: string): void => {
    if (!this.#inParagraph || this.#skippedFrom !== undefined) return
    const collapsed = piece.replace(/[ \t\r\n]+/g, ' ')
    const text = this.#isSpaced && collapsed.startsWith(' ') ? collapsed.slice(1) : collapsed
    if (text === '') return
    this.#add(text)
    this.#isSpaced = text.endsWith(' ')
  }

  close = (name: string, depth: number): void => {
    if (this.#skippedFrom === depth) this.#skippedFrom = undefined
    else if (depth === this.#depth + 1 && name === 'p') this.#inParagraph = false
  }

  #add(text: string): void {
    if (this.#text.length <= this.#charactersMax) this.#text += text
    this.#isSpaced = false
  }

  #spaces(raw: string): number {
    const count = Number(readAttributes(raw)?.get('c') ?? 1)
    const isCount = Number.isSafeInteger(count) && count >= 1
    return isCount ? Math.min(count, this.#charactersMax + 1) : 1
  }
}
