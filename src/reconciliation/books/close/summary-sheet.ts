/**
 * The first sheet of a month's workbook: what the month is, and each figure of the manifest beside
 * a formula over the other sheets, which anybody can follow and recalculate.
 */
import { sumCents } from '../../../fleet/money.ts'
import { fill } from '../../reports/words/messages.ts'
import { MONEY_NATURES, MOVING } from '../movement.ts'
import { bookWordsOf } from '../words/book-words.ts'
import { workbookWordsOf } from '../words/workbook-words.ts'
import type { BookSheet } from '../workbook/write-book.ts'
import { figureSheet, type Figure } from '../workbook/figures.ts'
import type { SheetFile } from '../workbook/file-sheet.ts'
import type { MonthFacts } from './month-facts.ts'

export interface SummedFiles {
  readonly ledger: SheetFile
  readonly payments: SheetFile
  readonly balances: SheetFile
}

export function summarySheet(facts: MonthFacts, files: SummedFiles): BookSheet {
  const { closing, revision, fleet, month, simulated, locale } = facts.settings
  const words = workbookWordsOf(locale)
  const title = fill(bookWordsOf(locale).page.title, { month, fleet: fleet.name })
  const state =
    closing === null ? words.preview : fill(words.closed, { person: closing.person, revision })
  const about = [
    [words.fleet, fleet.name],
    [words.month, month],
    [words.state, state],
  ] as const
  return figureSheet({ words, title, simulated, about, figures: figuresOf(facts, files) })
}

function figuresOf({ settings, roll, tally }: MonthFacts, files: SummedFiles): Figure[] {
  const { classes, natures, groupings, fileNames } = bookWordsOf(settings.locale)
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
    const label = `${fileNames.payments}: ${word}`
    return { label, of: files.payments, key: 'amount', word, cents }
  })
  const total = sumCents(paid)
  return [
    balance('opening', openingCents),
    ...moved,
    balance('closing', closingCents),
    {
      label: words.vehicles,
      of: files.balances,
      key: 'closing',
      word: groupings.vehicle,
      cents: closingCents,
    },
    ...paid,
    { label: words.paymentsTotal, of: files.payments, key: 'amount', word: null, cents: total },
  ]
}
