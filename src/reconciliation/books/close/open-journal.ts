/** The journal's file: written by the accountant's layout, entry by entry. */
import { join } from 'node:path'
import { SIMULATED } from '../../reports/files/columns.ts'
import { openFileSink } from '../../reports/files/file-sink.ts'
import { messagesOf } from '../../reports/words/reports.ts'
import type { VehicleBooks } from '../book-vehicle.ts'
import type { Holder } from '../holders.ts'
import { JournalTally } from '../journal/journal-tally.ts'
import { journalOf } from '../journal/make-entries.ts'
import { readJournal } from '../journal/read-journal.ts'
import type { RollForward } from '../roll-forward.ts'
import { JournalWriter } from '../journal/write-journal.ts'
import { bookWordsOf } from '../words/book-words.ts'
import type { MonthInput } from './month-input.ts'

export async function openJournal(
  directory: string,
  { accounts, settings: { locale, simulated } }: Pick<MonthInput, 'accounts' | 'settings'>,
  { month, spelling }: Pick<RollForward, 'month' | 'spelling'>,
) {
  const { layout } = accounts
  const name = layout.form === 'fixed' ? 'journal.txt' : 'journal.csv'
  const { natures, bank } = bookWordsOf(locale)
  const { kinds } = messagesOf(locale)
  const words = { natures, bank, kinds, mark: simulated ? SIMULATED : '' }
  const path = join(directory, name)
  const sink = await openFileSink(path)
  const writer = new JournalWriter(layout, month, accounts)
  const tally = new JournalTally(accounts.method)
  await sink.write(writer.begin())
  return {
    /** `balances`: the vehicle's opening and closing rows in ledger.csv. */
    write: async (vehicle: Holder, books: VehicleBooks, balances: number): Promise<void> => {
      for (const each of [vehicle, ...books.movements, ...books.money]) tally.know(each)
      const journal = journalOf(month, books, { accounts, words, spelling })
      tally.add(month, journal, balances)
      if (journal.entries.length > 0) await sink.write(writer.entries(journal.entries))
    },
    close: async () => {
      await sink.write(writer.end())
      const file = await sink.close()
      // `there` is read back from the disk.
      return { file, tally, meant: writer.sums, there: await readJournal(path, layout) }
    },
    [Symbol.asyncDispose]: () => sink[Symbol.asyncDispose](),
  }
}
