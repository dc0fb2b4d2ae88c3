import { SHEET_COLUMNS_MAX, SHEET_ROWS_MAX } from './limits.ts'
import { damaged, WorkbookProblem } from './problem.ts'
import type { CellLimits, SheetRow } from './sheet-row.ts'

/**
 * Gathers each row's cells by their places. Rows and cells come in their order and each once, as
 * every spreadsheet writes them; where they do not, two readers could see two different sheets.
 */
export class RowGatherer {
  readonly #part: string
  readonly #limits: CellLimits
  readonly #rows: SheetRow[] = []
  #number = 0
  #times = 1
  #isHidden = false
  #cells: string[] = []
  #computed: number[] = []
  #unstored: number[] = []
  #next = 0
  #characters = 0
  #isBlank = true

  constructor(part: string, limits: CellLimits) {
    this.#part = part
    this.#limits = limits
  }

  get number(): number {
    return this.#number
  }

  /** The place after the last cell. */
  get next(): number {
    return this.#next
  }

  start(number: number, row: { readonly isHidden: boolean; readonly times: number }): void {
    const last = this.#number + this.#times - 1
    const isInOrder = this.#number === 0 || number > last
    const end = number + row.times - 1
    if (!isWhole(number) || !isWhole(row.times) || !isInOrder || end > SHEET_ROWS_MAX) {
      throw damaged(`${this.#part}: ${number}`)
    }
    this.#number = number
    this.#times = row.times
    this.#isHidden = row.isHidden
    this.#cells = []
    this.#computed = []
    this.#unstored = []
    this.#next = 0
    this.#characters = 0
    this.#isBlank = true
  }

  /** `place`: the column, from 0; `times`: how many consecutive cells have this text. */
  add(place: number, text: string, cell: { readonly isComputed: boolean; readonly times: number }) {
    const end = place + cell.times
    if (place < this.#next || !isWhole(cell.times) || end > SHEET_COLUMNS_MAX) {
      throw damaged(`${this.#part}: ${this.#number}`)
    }
    this.#next = end
    if (text === '') {
      if (cell.isComputed) this.#unstored.push(place)
      return
    }
    const { columnsMax, cellCharactersMax, recordCharactersMax } = this.#limits
    if (text.trim() !== '') {
      if (end > columnsMax) this.#refuse('F-COLUMNS', { count: end, limit: columnsMax })
      this.#isBlank = false
    } else if (place >= columnsMax) return
    if (text.length > cellCharactersMax) this.#refuse('F-CELL', { limit: cellCharactersMax })
    for (let at = place; at < Math.min(end, columnsMax); at++) {
      while (this.#cells.length < at) this.#cells.push('')
      this.#cells.push(text)
      if (cell.isComputed) this.#computed.push(at)
      this.#characters += text.length + 1
    }
    if (this.#characters > recordCharactersMax) {
      this.#refuse('F-RECORD', { limit: recordCharactersMax })
    }
  }

  #refuse(code: 'F-COLUMNS' | 'F-CELL' | 'F-RECORD', facts: Record<string, number>): never {
    throw new WorkbookProblem(code, facts, this.#number)
  }

  /** A row without any text or formula is none. */
  finish(): void {
    if (this.#isBlank && this.#unstored.length === 0) return
    this.#rows.push({
      number: this.#number,
      cells: this.#isBlank ? [] : this.#cells,
      computed: this.#computed,
      unstored: this.#unstored,
      isHidden: this.#isHidden,
      times: this.#times,
    })
  }

  /** The rows that were finished since the last call. */
  drain(): readonly SheetRow[] {
    return this.#rows.splice(0)
  }
}

function isWhole(count: number): boolean {
  return Number.isSafeInteger(count) && count >= 1
}
