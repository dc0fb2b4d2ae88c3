/**
 * The tables of an HTML page as the sheets of a workbook: panels of authorities and many ERPs save
 * such a page as `.xls`. It is read in pieces, without building a document.
 */
import { readTags, type HtmlAttributes, type HtmlHandler } from './html-tags.ts'
import { HtmlTable, type HtmlLimits } from './html-table.ts'
import { addMerge, type Merge } from './merged-cells.ts'
import { damaged } from './problem.ts'
import type { CellLimits, SheetRow, Workbook } from './sheet-row.ts'

/** Rows of a table among which its header is looked for. */
const HEAD_ROWS_MAX = 22

/**
 * Throws a `WorkbookProblem` for a page whose tables are too many or too deep. `namesIn`: how many
 * of the columns that the reader looks for a row names.
 */
export function openHtml(
  text: string,
  limits: HtmlLimits & CellLimits,
  namesIn: (cells: readonly string[]) => number,
): Workbook {
  const sheets: { name: string; isVisible: boolean; names: number; rows: number }[] = []
  for (const pieces of tablesIn(text, limits)) {
    for (const { at, rows } of pieces) {
      while (sheets.length <= at) {
        sheets.push({ name: nameOf(sheets.length), isVisible: false, names: 0, rows: 0 })
      }
      for (const { cells } of rows) look(sheets[at], cells)
    }
  }
  return {
    kind: 'html',
    sheets,
    read: (wanted) => {
      const merges: Merge[] = []
      return { rows: rowsOf(text, limits, wanted, merges), hiddenColumns: new Set(), merges }
    },
  }

  function look(sheet: (typeof sheets)[number] | undefined, cells: readonly string[]): void {
    if (sheet === undefined) return
    // Tables that only lay out a page have no two cells with a text in a row.
    sheet.isVisible ||= cells.filter((cell) => cell !== '').length > 1
    if (sheet.rows++ < HEAD_ROWS_MAX) sheet.names = Math.max(sheet.names, namesIn(cells))
  }
}

async function* rowsOf(
  text: string,
  limits: HtmlLimits & CellLimits,
  wanted: number,
  merges: Merge[],
): AsyncGenerator<readonly SheetRow[]> {
  for (const pieces of tablesIn(text, limits)) {
    const mine = pieces.filter(({ at }) => at === wanted)
    for (const merge of mine.flatMap((piece) => piece.merges)) addMerge(merges, merge)
    const rows = mine.flatMap((piece) => piece.rows)
    if (rows.length > 0) yield rows
  }
}

interface Piece {
  /** Of the table, in the order in which tables begin. */
  readonly at: number
  readonly rows: readonly SheetRow[]
  readonly merges: readonly Merge[]
}

function* tablesIn(page: string, limits: HtmlLimits & CellLimits): Generator<Piece[]> {
  const reader = new TablesReader(limits)
  for (const _ of readTags(page, reader)) yield reader.drain()
  reader.end()
  yield reader.drain()
}

/** Elements whose text is not shown, if they are closed before the table goes on. */
const UNSHOWN: ReadonlySet<string> = new Set(['script', 'style', 'template', 'noscript'])
const PARTS: ReadonlySet<string> = new Set(['table', 'tr', 'td', 'th'])
const EMPTY: ReadonlySet<string> = new Set(['br', 'img', 'input', 'hr', 'wbr'])

/** A table inside of a cell is one of its own, and its text is not the cell's. */
class TablesReader implements HtmlHandler {
  readonly #limits: HtmlLimits & CellLimits
  readonly #open: { readonly at: number; readonly table: HtmlTable }[] = []
  readonly #ended: Piece[] = []
  #count = 0
  #unshown: { readonly name: string; depth: number } | undefined

  constructor(limits: HtmlLimits & CellLimits) {
    this.#limits = limits
  }

  open = (name: string, attributes: HtmlAttributes): void => {
    if (PARTS.has(name)) this.#unshown = undefined
    if (this.#unshown !== undefined) {
      if (this.#unshown.name === name) this.#unshown.depth++
      return
    }
    const table = this.#open.at(-1)?.table
    const hidden = isHidden(attributes)
    if (name === 'table') this.#startTable()
    else if (name === 'tr') table?.startRow(hidden)
    else if (name === 'td' || name === 'th') {
      table?.startCell(attributes.get('colspan'), attributes.get('rowspan'))
    } else if (UNSHOWN.has(name) || (hidden && !EMPTY.has(name))) {
      this.#unshown = { name, depth: 1 }
    } else if (name === 'br') table?.lineBreak()
  }

  text = (piece: string): void => {
    if (this.#unshown === undefined) this.#open.at(-1)?.table.text(piece)
  }

  close = (name: string): void => {
    if (PARTS.has(name)) this.#unshown = undefined
    else if (this.#unshown?.name === name && --this.#unshown.depth === 0) this.#unshown = undefined
    const table = this.#open.at(-1)?.table
    if (name === 'table') this.#endTable()
    else if (name === 'tr') table?.endRow()
    else if (name === 'td' || name === 'th') table?.endCell()
  }

  /** What was ended since the last call, of the tables that are still open too. */
  drain(): Piece[] {
    return [
      ...this.#ended.splice(0),
      ...this.#open.map(({ at, table }) => ({ at, ...table.drain() })),
    ]
  }

  end(): void {
    while (this.#open.length > 0) this.#endTable()
  }

  #startTable(): void {
    const { tablesMax, depthMax } = this.#limits
    if (this.#count >= tablesMax || this.#open.length >= depthMax) throw damaged('table')
    const at = this.#count++
    this.#open.push({ at, table: new HtmlTable(nameOf(at), this.#limits) })
  }

  #endTable(): void {
    const last = this.#open.pop()
    last?.table.endRow()
    if (last !== undefined) this.#ended.push({ at: last.at, ...last.table.drain() })
  }
}

function nameOf(at: number): string {
  return `tabela ${at + 1}`
}

function isHidden(attributes: HtmlAttributes): boolean {
  return attributes.has('hidden') || /display\s*:\s*none/i.test(attributes.get('style') ?? '')
}
