/** Pure. Figures of a manifest beside formulas over the sheets, which anybody can recalculate. */
import { REAL, SIMULATED } from '../../reports/files/columns.ts'
import type { WorkbookWords } from '../words/workbook-words.ts'
import { columnName, type BookCell } from './book-cell.ts'
import type { SheetFile } from './file-sheet.ts'
import { moneyCell } from './sheet-cells.ts'
import type { BookSheet, WrittenSheets } from './write-book.ts'

export interface Figure {
  readonly label: string
  readonly of: SheetFile
  /** The column that is added up, and the word of the rows that count; null: all rows. */
  readonly key: string
  readonly word: string | null
  readonly cents: bigint
}

/** The first sheet of a workbook: what it is `about`, name by name, and then the figures. */
export function figureSheet(of: {
  readonly words: WorkbookWords
  readonly title: string
  readonly simulated: boolean
  readonly about: readonly (readonly [string, string])[]
  readonly figures: readonly Figure[]
}): BookSheet {
  const { words, title, simulated, figures } = of
  const about = [...of.about, [words.origin, simulated ? SIMULATED : REAL]]
  return {
    name: words.summary,
    columns: [
      { header: simulated ? `${SIMULATED} · ${title}` : title, width: 44 },
      { header: words.bySheets, width: 30 },
      { header: words.byManifest, width: 20 },
      { header: words.agreement, width: 14 },
    ],
    filters: false,
    rows: (written) => [...about, ...figureRows(figures, about.length, written, words)],
  }
}

/** A row for each figure, and one that says whether all agree; `above`: rows before, no header. */
function figureRows(
  figures: readonly Figure[],
  above: number,
  written: WrittenSheets,
  words: WorkbookWords,
): BookCell[][] {
  // The header is row 1.
  const first = above + 2
  const rows = figures.map((figure, at) => figureRow(figure, first + at, written, words))
  const range = `D${first}:D${first + figures.length - 1}`
  const isWhole = `COUNTIF(${range},"${words.agrees}")=ROWS(${range})`
  const formula = `IF(${isWhole},"${words.agrees}","${words.differs}")`
  const result = figures.every(agrees) ? words.agrees : words.differs
  return [...rows, [words.whole, null, null, { formula, result }]]
}

function figureRow(figure: Figure, row: number, written: WrittenSheets, words: WorkbookWords) {
  const found = moneyCell(figure.of.sums.of(figure.key, figure.word))
  return [
    figure.label,
    { formula: sumFormula(figure, written), result: found },
    moneyCell(figure.cents),
    {
      // The sum of many amounts is off by its binary form, far below a cent.
      formula: `IF(ROUND(B${row}-C${row},2)=0,"${words.agrees}","${words.differs}")`,
      result: agrees(figure) ? words.agrees : words.differs,
    },
  ]
}

function agrees({ of, key, word, cents }: Figure): boolean {
  return of.sums.of(key, word) === cents
}

/** Over the sheet and what continues it. */
function sumFormula({ of: file, key, word }: Figure, written: WrittenSheets): string {
  const pieces = written.get(file.name) ?? []
  const terms = pieces.map(({ name, lastRow }) => {
    const range = (columnKey: string | null): string => {
      const column = columnName(file.columns.findIndex((each) => each.key === columnKey))
      return `'${name}'!$${column}$2:$${column}$${Math.max(2, lastRow)}`
    }
    return word === null
      ? `SUM(${range(key)})`
      : `SUMIFS(${range(key)},${range(file.sumsBy)},"${word}")`
  })
  return terms.join('+')
}
