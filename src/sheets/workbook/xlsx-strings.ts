import type { WorkbookLimits } from './limits.ts'
import { PackedTexts } from './packed-texts.ts'
import { WorkbookProblem } from './problem.ts'
import type { XmlHandler } from './read-xml.ts'
import { decodeOfficeEscapes } from './xml-text.ts'

/** The texts that cells share. Each is kept only as far as it can still be an allowed cell. */

export class StringReader implements XmlHandler {
  readonly strings = new PackedTexts()
  readonly #charactersMax: number
  readonly #limits: WorkbookLimits
  #text = ''
  #isText = false
  #isPhonetic = false

  constructor(charactersMax: number, limits: WorkbookLimits) {
    this.#charactersMax = charactersMax
    this.#limits = limits
  }

  open = (name: string, _: string, depth: number): void => {
    if (depth === 1) this.#text = ''
    if (depth === 2) this.#isPhonetic = name === 'rPh'
    this.#isText = depth > 1 && name === 't' && !this.#isPhonetic
  }

  text = (piece: string): void => {
    if (this.#isText && this.#text.length <= this.#charactersMax) this.#text += piece
  }

  close = (name: string, depth: number): void => {
    this.#isText = false
    if (depth !== 1 || name !== 'si') return
    if (this.strings.length >= this.#limits.stringsMax) {
      throw new WorkbookProblem('F-WORKBOOK-STRINGS', { limit: this.#limits.stringsMax })
    }
    this.strings.add(shorten(decodeOfficeEscapes(this.#text), this.#charactersMax))
  }
}

/** Keeps one character more than allowed, so that a broken limit is noticed. */
export function shorten(text: string, charactersMax: number): string {
  return text.length > charactersMax ? text.slice(0, charactersMax + 1) : text
}
