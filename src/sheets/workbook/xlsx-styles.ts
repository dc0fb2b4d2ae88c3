import { isDateFormat } from './date-text.ts'
import { zerosOfFormat } from './number-text.ts'
import type { XmlHandler } from './read-xml.ts'
import { readAttributes } from './xml-text.ts'

/** How a workbook's cell styles show numbers: all that is wanted of its styles. */

/** Excel stops at about as many. */
const STYLES_MAX = 70_000

export type ShownAs = 'date' | number

export class StyleReader implements XmlHandler {
  readonly #codes = new Map<number, string>()
  readonly #formats: number[] = []
  #isInCells = false

  open = (name: string, raw: string, depth: number): void => {
    if (depth === 1) this.#isInCells = name === 'cellXfs'
    if (depth !== 2) return
    if (name === 'numFmt' && this.#codes.size < STYLES_MAX) {
      const attributes = readAttributes(raw)
      const id = Number(attributes?.get('numFmtId') ?? Number.NaN)
      this.#codes.set(id, attributes?.get('formatCode') ?? '')
    }
    if (name === 'xf' && this.#isInCells && this.#formats.length < STYLES_MAX) {
      this.#formats.push(Number(readAttributes(raw)?.get('numFmtId') ?? 0))
    }
  }

  /** For each cell style: that it shows a date, or up to how many digits it fills with zeros. */
  formats(): ShownAs[] {
    return this.#formats.map((id) => {
      const code = this.#codes.get(id)
      return isDateFormat(id, code) ? 'date' : zerosOfFormat(code)
    })
  }
}
