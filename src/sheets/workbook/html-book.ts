/**
 * The tables of an HTML page as the sheets of a workbook: panels of authorities and many ERPs save
 * such a page as `.xls`. htmlparser2 reads it as browsers do, errors and all, in pieces and without
 * building a document, which parse5 and cheerio would.
 */
import { Parser } from 'htmlparser2'
import { HtmlTable } from './html-table.ts'
import type { HtmlLimits } from './html-table.ts'
import type { Merge } from './merged-cells.ts'
import { addMerge } from './merged-cells.ts'
import { damaged } from './problem.ts'
import type { CellLimits, SheetInBook, SheetRow, Workbook } from './sheet-row.ts'

/** Characters that are parsed before the rows that they ended are handed on. */
const PIECE_CHARACTERS = 64 * 1024
const SKIPPED: ReadonlySet<string> = new Set(['script', 'style', 'template', 'noscript'])

/** Throws a `WorkbookProblem` for a page that is too deep or has too many tables. */
export function openHtml(text: string, limits: HtmlLimits & CellLimits): Workbook {
  const sheets: SheetInBook[] = []
  for (const pieces of tablesIn(text, limits)) {
    for (const { at, rows } of pieces) {
      // Tables that only lay out a page have no two cells with a text in a row.
      const isTable = rows.some((row) => row.cells.filter((cell) => cell !== '').length > 1)
      const before = sheets[at]?.isVisible === true
      sheets[at] = { name: `tabela ${at + 1}`, isVisible: before || isTable }
    }
  }
  const all = Array.from(
    sheets,
    (sheet, at) => sheet ?? { name: `tabela ${at + 1}`, isVisible: false },
  )
  return {
    kind: 'html',
    sheets: all,
    read: (wanted) => {
      const merges: Merge[] = []
      return { rows: rowsOf(text, limits, wanted, merges), hiddenColumns: new Set(), merges }
    },
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

function* tablesIn(text: string, limits: HtmlLimits & CellLimits): Generator<Piece[]> {
  const open: { at: number; table: HtmlTable }[] = []
  const ended: Piece[] = []
  let [count, depth, skipping] = [0, 0, 0]
  const end = (): void => {
    const last = open.pop()
    if (last === undefined) return
    last.table.endRow()
    ended.push({ at: last.at, ...last.table.drain() })
  }
  const parser = new Parser({
    onopentag(name, attributes) {
      if (++depth > limits.depthMax) throw damaged('html')
      if (SKIPPED.has(name)) skipping++
      const table = open.at(-1)?.table
      if (name === 'table') {
        if (count >= limits.tablesMax) throw damaged('table')
        open.push({ at: count, table: new HtmlTable(`tabela ${++count}`, limits) })
      } else if (name === 'tr')
        table?.startRow(/display\s*:\s*none/i.test(attributes['style'] ?? ''))
      else if (name === 'td' || name === 'th') {
        table?.startCell(attributes['colspan'], attributes['rowspan'])
      } else if (name === 'br') table?.lineBreak()
    },
    ontext(piece) {
      if (skipping === 0) open.at(-1)?.table.text(piece)
    },
    onclosetag(name) {
      depth--
      if (SKIPPED.has(name)) skipping--
      const table = open.at(-1)?.table
      if (name === 'table') end()
      else if (name === 'tr') table?.endRow()
      else if (name === 'td' || name === 'th') table?.endCell()
    },
  })
  for (let at = 0; at < text.length; at += PIECE_CHARACTERS) {
    parser.write(text.slice(at, at + PIECE_CHARACTERS))
    const going = open.map(({ at: place, table }) => ({ at: place, ...table.drain() }))
    yield [...ended.splice(0), ...going]
  }
  parser.end()
  while (open.length > 0) end()
  yield ended
}
