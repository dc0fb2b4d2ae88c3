/**
 * The first sheet of a month's workbook: what the month is, and each figure of the manifest beside
 * a formula over the other sheets, which anybody can follow and recalculate.
 */
import { REAL, SIMULATED } from '../../reports/files/columns.ts'
import { fill } from '../../reports/words/messages.ts'
import { MONEY_NATURES } from '../movement.ts'
import { MOVING } from '../roll-forward.ts'
import { bookWordsOf } from '../words/book-words.ts'
import { workbookWordsOf } from '../words/workbook-words.ts'
import type { WorkbookWords } from '../words/workbook-words.ts'
import { columnName } from '../workbook/book-cell.ts'
import type { BookCell } from '../workbook/book-cell.ts'
import type { BookSheet, WrittenSheets } from '../workbook/write-book.ts'
import type { SheetFile } from '../workbook/file-sheet.ts'
import { moneyCell } from '../workbook/sheet-cells.ts'
import type { MonthFacts } from './month-facts.ts'

export interface SummedFiles {
  readonly ledger: SheetFile
  readonly payments: SheetFile
  readonly balances: SheetFile
}

interface Figure {
  readonly label: string
  readonly of: SheetFile
  /** The column that is added up, and the word of the rows that count; null: all rows. */
  readonly key: string
  readonly word: string | null
  readonly cents: bigint
}

export function summarySheet(facts: MonthFacts, files: SummedFiles): BookSheet {
  const { settings } = facts
  const words = workbookWordsOf(settings.locale)
  const title = fill(bookWordsOf(settings.locale).page.title, {
    month: settings.month,
    fleet: settings.fleet.name,
  })
  return {
    name: words('summary'),
    columns: [
      { header: settings.simulated ? `${SIMULATED} · ${title}` : title, width: 44 },
      { header: words('bySheets'), width: 30 },
      { header: words('byManifest'), width: 20 },
      { header: words('agreement'), width: 14 },
    ],
    filters: false,
    rows: (written) => summaryRows(facts, figuresOf(facts, files), written),
  }
}

function summaryRows(
  { settings }: MonthFacts,
  figures: readonly Figure[],
  written: WrittenSheets,
): BookCell[][] {
  const words = workbookWordsOf(settings.locale)
  const { closing, revision, fleet, month, simulated } = settings
  const state =
    closing === null
      ? words('preview')
      : fill(words('closed'), { person: closing.person, revision })
  const about = [
    [words('fleet'), fleet.name],
    [words('month'), month],
    [words('state'), state],
    [words('origin'), simulated ? SIMULATED : REAL],
  ]
  // The header is row 1.
  const first = about.length + 2
  const rows = figures.map((figure, at) => figureRow(figure, first + at, written, words))
  const range = `D${first}:D${first + figures.length - 1}`
  const isWhole = `COUNTIF(${range},"${words('agrees')}")=ROWS(${range})`
  const formula = `IF(${isWhole},"${words('agrees')}","${words('differs')}")`
  const result = figures.every(agrees) ? words('agrees') : words('differs')
  return [...about, ...rows, [words('whole'), null, null, { formula, result }]]
}

function figureRow(
  figure: Figure,
  row: number,
  written: WrittenSheets,
  words: WorkbookWords,
): BookCell[] {
  const found = moneyCell(figure.of.sums.of(figure.key, figure.word))
  return [
    figure.label,
    { formula: sumFormula(figure, written), result: found },
    moneyCell(figure.cents),
    {
      // The sum of many amounts is off by its binary form, far below a cent.
      formula: `IF(ROUND(B${row}-C${row},2)=0,"${words('agrees')}","${words('differs')}")`,
      result: agrees(figure) ? words('agrees') : words('differs'),
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

function figuresOf({ settings, roll, tally }: MonthFacts, files: SummedFiles): Figure[] {
  const { classes, natures, groupings } = bookWordsOf(settings.locale)
  const words = workbookWordsOf(settings.locale)
  const { openingCents, movedCents, closingCents } = roll.whole
  const balance = (name: 'opening' | 'closing', cents: bigint): Figure => {
    const word = classes[name]
    return { label: word, of: files.ledger, key: 'balance', word, cents }
  }
  const moved = MOVING.map((name) => {
    const word = classes[name]
    return { label: word, of: files.ledger, key: 'amount', word, cents: movedCents[name] }
  })
  const paid = MONEY_NATURES.map((nature) => {
    const word = natures[nature]
    const cents = tally.natures.get(nature)?.cents ?? 0n
    const label = `${words('payments')}: ${word}`
    return { label, of: files.payments, key: 'amount', word, cents }
  })
  const total = paid.reduce((sum, { cents }) => sum + cents, 0n)
  return [
    balance('opening', openingCents),
    ...moved,
    balance('closing', closingCents),
    {
      label: words('vehicles'),
      of: files.balances,
      key: 'closing',
      word: groupings.vehicle,
      cents: closingCents,
    },
    ...paid,
    { label: words('paymentsTotal'), of: files.payments, key: 'amount', word: null, cents: total },
  ]
}
