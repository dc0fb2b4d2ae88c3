/** Gathers the rows of one HTML table. A cell that spans rows keeps its place free in those below. */
import { RowGatherer } from './gather-row.ts'
import type { WorkbookLimits } from './limits.ts'
import { addMerge, type Merge } from './merged-cells.ts'
import type { CellLimits, SheetRow } from './sheet-row.ts'

export class HtmlTable {
  readonly #merges: Merge[] = []
  readonly #gatherer: RowGatherer
  readonly #limits: CellLimits
  readonly #spans = new Map<number, number>()
  #number = 0
  #isOpen = false
  #cell: { text: string; columns: number; rows: number } | undefined
  #place = 0

  constructor(name: string, limits: CellLimits) {
    this.#gatherer = new RowGatherer(name, limits)
    this.#limits = limits
  }

  /** What was ended since the last call. */
  drain(): { readonly rows: readonly SheetRow[]; readonly merges: readonly Merge[] } {
    return { rows: this.#gatherer.drain(), merges: this.#merges.splice(0) }
  }

  startRow(isHidden: boolean): void {
    this.endRow()
    this.#number++
    this.#place = 0
    this.#isOpen = true
    this.#gatherer.start(this.#number, { isHidden, times: 1 })
  }

  /** `columns`, `rows`: what the cell says it spans. */
  startCell(columns: string | undefined, rows: string | undefined): void {
    if (!this.#isOpen) this.startRow(false)
    this.endCell()
    this.#cell = { text: '', columns: spanOf(columns), rows: spanOf(rows) }
  }

  text(text: string): void {
    this.#append(text.replace(/[ \t\r\n]+/g, ' '))
  }

  lineBreak(): void {
    this.#append('\n')
  }

  #append(text: string): void {
    if (this.#cell === undefined) return
    // One character more than may be is enough to refuse it, and so much may be gathered at most.
    const room = this.#limits.cellCharactersMax + 1 - this.#cell.text.length
    if (room > 0) this.#cell.text += text.slice(0, room)
  }

  endCell(): void {
    const cell = this.#cell
    if (cell === undefined) return
    this.#cell = undefined
    while (this.#isTaken(this.#place)) this.#place++
    const isFull = cell.text.length > this.#limits.cellCharactersMax
    const text = isFull ? cell.text : cell.text.replace(/ ?\n ?/g, '\n').trim()
    this.#gatherer.add(this.#place, text, { isComputed: false, times: 1 })
    const bottom = this.#number + cell.rows - 1
    if (text !== '') addMerge(this.#merges, { top: this.#number, left: this.#place, bottom })
    const width = Math.min(cell.columns, this.#limits.columnsMax)
    for (let at = this.#place; at < this.#place + width && cell.rows > 1; at++) {
      this.#spans.set(at, bottom)
    }
    this.#place += width
  }

  endRow(): void {
    if (!this.#isOpen) return
    this.endCell()
    this.#isOpen = false
    this.#gatherer.finish()
  }

  #isTaken(place: number): boolean {
    return (this.#spans.get(place) ?? 0) >= this.#number
  }
}

/** As browsers bound it: a span is a whole number from 1 to 1000 (HTML, 4.9.11). */
const SPAN_MAX = 1_000

function spanOf(given: string | undefined): number {
  const span = /^\s*\d{1,9}/.test(given ?? '') ? Number.parseInt(given ?? '', 10) : 1
  return Math.min(Math.max(span, 1), SPAN_MAX)
}

export type HtmlLimits = Pick<WorkbookLimits, 'depthMax' | 'tablesMax'>
