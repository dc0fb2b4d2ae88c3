import { isoDateText, odsTimeText } from './date-text.ts'
import { RowGatherer } from './gather-row.ts'
import { SHEET_COLUMNS_MAX, SHEET_ROWS_MAX } from './limits.ts'
import { addMerge, type Merge } from './merged-cells.ts'
import { filledText } from './number-text.ts'
import { CellTextReader } from './ods-text.ts'
import { damaged } from './problem.ts'
import type { XmlHandler } from './read-xml.ts'
import type { CellLimits } from './sheet-row.ts'
import { shorten } from './xlsx-strings.ts'
import { readAttributes } from './xml-text.ts'

/** Rows out of one table of an OpenDocument's content; repeats are counted, not written out. */

/** document > body > spreadsheet > table */
const TABLE_DEPTH = 3

/** Pictures over the cells, and what stands in a table without being a row of it. */
const NO_ROWS = new Set(['shapes', 'forms', 'named-expressions', 'table-source', 'dde-source'])

export class OdsSheetReader implements XmlHandler {
  readonly hiddenColumns = new Set<number>()
  readonly merges: Merge[] = []
  readonly #part: string
  readonly #wanted: number
  readonly #limits: CellLimits
  readonly row: RowGatherer
  readonly #cell: CellTextReader
  #tables = 0
  #isBody = false
  #isActive = false
  #column = 0
  #rowEnd = 0
  #rowDepth: number | undefined
  #cellDepth: number | undefined
  #skippedFrom: number | undefined
  #attributes: ReadonlyMap<string, string> = new Map()

  /** `wanted`: the place of the table, from 0. */
  constructor(part: string, wanted: number, limits: CellLimits) {
    this.#part = part
    this.#wanted = wanted
    this.#limits = limits
    this.row = new RowGatherer(part, limits)
    this.#cell = new CellTextReader(limits.cellCharactersMax)
  }

  open = (name: string, raw: string, depth: number): void => {
    if (depth === TABLE_DEPTH - 1) this.#isBody = name === 'spreadsheet'
    if (depth === TABLE_DEPTH && this.#isBody && name === 'table') {
      this.#isActive = this.#tables++ === this.#wanted
      return
    }
    if (!this.#isActive || this.#skippedFrom !== undefined) return
    if (this.#cellDepth !== undefined) this.#cell.open(name, raw, depth)
    else if (this.#rowDepth !== undefined) this.#startCell(name, raw, depth)
    else if (name === 'table-row') this.#startRow(raw, depth)
    else if (name === 'table-column') this.#addColumns(raw)
    else if (NO_ROWS.has(name)) this.#skippedFrom = depth
  }

  text = (piece: string): void => {
    if (this.#cellDepth !== undefined) this.#cell.text(piece)
  }

  close = (name: string, depth: number): void => {
    if (!this.#isActive) return
    if (this.#skippedFrom === depth) this.#skippedFrom = undefined
    else if (this.#cellDepth === depth) this.#endCell(name)
    else if (this.#cellDepth !== undefined) this.#cell.close(name, depth)
    else if (this.#rowDepth === depth) {
      this.#rowDepth = undefined
      this.row.finish()
    } else if (depth === TABLE_DEPTH) this.#isActive = false
  }

  #addColumns(raw: string): void {
    const attributes = this.#read(raw)
    const times = repeats(attributes.get('number-columns-repeated'), SHEET_COLUMNS_MAX)
    const end = Math.min(this.#column + times, this.#limits.columnsMax)
    if ((attributes.get('visibility') ?? 'visible') !== 'visible') {
      for (let at = this.#column; at < end; at++) this.hiddenColumns.add(at)
    }
    this.#column += times
  }

  #startRow(raw: string, depth: number): void {
    const attributes = this.#read(raw)
    const number = this.#rowEnd + 1
    const times = repeats(attributes.get('number-rows-repeated'), SHEET_ROWS_MAX - this.#rowEnd)
    const isHidden = (attributes.get('visibility') ?? 'visible') !== 'visible'
    this.row.start(number, { isHidden, times })
    this.#rowEnd += times
    this.#rowDepth = depth
  }

  #startCell(name: string, raw: string, depth: number): void {
    if (name !== 'table-cell' && name !== 'covered-table-cell') {
      this.#skippedFrom = depth
      return
    }
    this.#attributes = this.#read(raw)
    this.#cellDepth = depth
    this.#cell.start(depth)
  }

  #endCell(name: string): void {
    this.#cellDepth = undefined
    const attributes = this.#attributes
    const place = this.row.next
    const times = repeats(attributes.get('number-columns-repeated'), SHEET_COLUMNS_MAX - place)
    // What merged cells cover does not show: only the first of them has a value.
    const text = name === 'table-cell' ? this.#value(attributes) : ''
    // LibreOffice writes an empty result as an empty paragraph, without a type.
    const isStored = attributes.has('value-type') || this.#cell.isWritten
    const isComputed = attributes.has('formula') && (text !== '' || !isStored)
    this.row.add(place, text, { isComputed, times })
    const rows = repeats(attributes.get('number-rows-spanned'), SHEET_ROWS_MAX)
    const top = this.row.number
    addMerge(this.merges, { top, left: place, bottom: top + rows - 1 })
  }

  #value(attributes: ReadonlyMap<string, string>): string {
    const type = attributes.get('value-type') ?? 'string'
    const shown = this.#cell.found
    const value = attributes.get('value')
    const max = this.#limits.cellCharactersMax
    if (value !== undefined && /^(?:float|currency|percentage)$/.test(type)) {
      return shorten(filledText(value, zerosOf(shown, value)), max)
    }
    const date = attributes.get('date-value')
    if (type === 'date' && date !== undefined) return shorten(isoDateText(date), max)
    const time = attributes.get('time-value')
    if (type === 'time' && time !== undefined) return shorten(odsTimeText(time), max)
    if (type === 'boolean' && attributes.has('boolean-value')) {
      return attributes.get('boolean-value') === 'true' ? 'VERDADEIRO' : 'FALSO'
    }
    const text = type === 'string' ? (attributes.get('string-value') ?? shown) : shown
    return shorten(text, max)
  }

  #read(raw: string): Map<string, string> {
    const attributes = readAttributes(raw)
    if (attributes === undefined) throw damaged(`${this.#part}: ${this.row.number}`)
    return attributes
  }
}

/** How many digits are shown, where zeros in front of the number fill them up. */
function zerosOf(shown: string, value: string): number {
  const digits = shown.replace(/[^0-9]/g, '')
  return digits.startsWith('0') && Number(digits) === Number(value) ? digits.length : 0
}

function repeats(count: string | undefined, max: number): number {
  return count === undefined ? 1 : Math.min(Number(count), Math.max(1, max))
}
