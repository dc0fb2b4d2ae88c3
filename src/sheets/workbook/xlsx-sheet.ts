import { dateText, isoDateText } from './date-text.ts'
import { RowGatherer } from './gather-row.ts'
import { SHEET_COLUMNS_MAX } from './limits.ts'
import { addMerge, parseMerge, placeOfLetters, type Merge } from './merged-cells.ts'
import { filledText } from './number-text.ts'
import type { PackedTexts } from './packed-texts.ts'
import { damaged } from './problem.ts'
import type { XmlHandler } from './read-xml.ts'
import type { CellLimits } from './sheet-row.ts'
import { shorten } from './xlsx-strings.ts'
import type { ShownAs } from './xlsx-styles.ts'
import { decodeOfficeEscapes, readAttributes } from './xml-text.ts'

/** Rows out of a worksheet's XML: of every cell the value that was stored, as text. */

/** Filled while the rows are read. */
export interface FoundInSheet {
  readonly hiddenColumns: Set<number>
  readonly merges: Merge[]
}

export interface SheetContext extends FoundInSheet {
  readonly part: string
  readonly strings: PackedTexts
  /** How each cell style shows numbers. */
  readonly formats: readonly ShownAs[]
  readonly is1904: boolean
  readonly limits: CellLimits
}

/** Where the elements that matter stand in a worksheet. */
const DEPTH = { section: 1, row: 2, cell: 3, value: 4 } as const

export class XlsxSheetReader implements XmlHandler {
  readonly #context: SheetContext
  readonly row: RowGatherer
  #section = ''
  #columns = 0
  #place = 0
  #type = ''
  #style = 0
  #isComputed = false
  #isWanted = false
  #isPhonetic = false
  #text = ''

  constructor(context: SheetContext) {
    this.#context = context
    this.row = new RowGatherer(context.part, context.limits)
  }

  open = (name: string, raw: string, depth: number): void => {
    if (depth === DEPTH.section) this.#section = name
    if (this.#section === 'cols' && depth === DEPTH.row) this.#column(raw)
    if (this.#section === 'mergeCells' && name === 'mergeCell') this.#merge(raw)
    if (this.#section !== 'sheetData') return
    if (depth === DEPTH.row) this.#startRow(name, raw)
    else if (depth === DEPTH.cell) this.#startCell(name, raw)
    else if (depth === DEPTH.value) {
      if (name === 'f') this.#isComputed = true
      this.#isWanted = name === 'v' && this.#type !== 'inlineStr'
      this.#isPhonetic = false
    } else if (depth > DEPTH.value) {
      if (name === 'rPh') this.#isPhonetic = true
      this.#isWanted = name === 't' && this.#type === 'inlineStr' && !this.#isPhonetic
    }
  }

  text = (piece: string): void => {
    if (!this.#isWanted) return
    if (this.#text.length <= this.#context.limits.cellCharactersMax) this.#text += piece
  }

  close = (name: string, depth: number): void => {
    if (this.#section !== 'sheetData') return
    if (depth >= DEPTH.value) {
      this.#isWanted = false
      if (name === 'rPh') this.#isPhonetic = false
    } else if (depth === DEPTH.cell) this.#endCell()
    else if (depth === DEPTH.row) this.row.finish()
  }

  #column(raw: string): void {
    if (++this.#columns > SHEET_COLUMNS_MAX) throw this.#damaged()
    const attributes = readAttributes(raw)
    if (!isTrue(attributes?.get('hidden'))) return
    const first = Number(attributes?.get('min'))
    const last = Math.min(Number(attributes?.get('max')), this.#context.limits.columnsMax)
    for (let column = Math.max(1, first); column <= last; column++) {
      this.#context.hiddenColumns.add(column - 1)
    }
  }

  #merge(raw: string): void {
    const merge = parseMerge(this.#attributes(raw).get('ref') ?? '')
    if (merge === undefined) throw this.#damaged()
    addMerge(this.#context.merges, merge)
  }

  #startRow(name: string, raw: string): void {
    if (name !== 'row') throw this.#damaged()
    const attributes = this.#attributes(raw)
    const number = attributes.get('r')
    const isHidden = isTrue(attributes.get('hidden'))
    const following = this.row.number + 1
    this.row.start(number === undefined ? following : Number(number), { isHidden, times: 1 })
  }

  #startCell(name: string, raw: string): void {
    if (name !== 'c') throw this.#damaged()
    const attributes = this.#attributes(raw)
    const reference = attributes.get('r')
    this.#place = reference === undefined ? this.row.next : this.#placeOf(reference)
    this.#type = attributes.get('t') ?? 'n'
    this.#style = Number(attributes.get('s') ?? 0)
    this.#isComputed = false
    this.#text = ''
  }

  /** `AB12` is the 28th column; it must stand in the row that it names. */
  #placeOf(reference: string): number {
    const [, letters = '', row] = /^([A-Z]{1,3})([0-9]{1,7})$/.exec(reference) ?? []
    const place = placeOfLetters(letters)
    if (place < 0 || place >= SHEET_COLUMNS_MAX || Number(row) !== this.row.number) {
      throw this.#damaged()
    }
    return place
  }

  #endCell(): void {
    const text = this.#text === '' ? '' : this.#value(this.#text)
    // Only a formula whose result is a text may have an empty one.
    const isComputed = this.#isComputed && (text !== '' || this.#type !== 'str')
    // Half a pair of surrogates is no text in any encoding; what replaces it rejects its row.
    this.row.add(this.#place, text.toWellFormed(), { isComputed, times: 1 })
  }

  #value(stored: string): string {
    const { strings, formats, is1904, limits } = this.#context
    if (this.#type === 's') {
      const text = /^\s*[0-9]+\s*$/.test(stored) ? strings.at(Number(stored)) : undefined
      if (text === undefined) throw this.#damaged()
      return text
    }
    if (this.#type === 'n') {
      const format = formats[this.#style] ?? 0
      const day = format === 'date' ? dateText(stored, is1904) : undefined
      const zeros = format === 'date' ? 0 : format
      return day ?? shorten(filledText(stored, zeros), limits.cellCharactersMax)
    }
    if (this.#type === 'b') return isTrue(stored.trim()) ? 'VERDADEIRO' : 'FALSO'
    if (this.#type === 'd') return isoDateText(stored.trim())
    if (this.#type === 'e') return stored.trim()
    return shorten(decodeOfficeEscapes(stored), limits.cellCharactersMax)
  }

  #attributes(raw: string): Map<string, string> {
    const attributes = readAttributes(raw)
    if (attributes === undefined) throw this.#damaged()
    return attributes
  }

  #damaged(): Error {
    return damaged(`${this.#context.part}: ${this.row.number}`)
  }
}

function isTrue(text: string | undefined): boolean {
  return text === '1' || text === 'true'
}
