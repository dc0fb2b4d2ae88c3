/** The journal's file: written by the accountant's layout, entry by entry. */
import { join } from 'node:path'
import type { Locale } from '../../../bilingual.ts'
import { openFileSink } from '../../reports/files/file-sink.ts'
import type { WrittenFile } from '../../reports/files/file-sink.ts'
import { FILE_MODE } from '../../reports/files/write-csv-files.ts'
import { messagesOf } from '../../reports/words/locales.ts'
import type { VehicleBooks } from '../book-vehicle.ts'
import type { Accounts } from '../journal/accounts-file.ts'
import { LAYOUTS } from '../journal/journal-layout.ts'
import { entriesOf } from '../journal/make-entries.ts'
import { firstDay, lastDay } from '../months.ts'
import { JournalWriter } from '../journal/write-journal.ts'
import type { JournalTotals } from '../journal/write-journal.ts'
import { bookWordsOf } from '../words/book-words.ts'

export interface WrittenJournal extends JournalTotals {
  readonly file: WrittenFile
  /** The part that stands for money that moved. */
  readonly moneyCents: bigint
}

export interface OpenJournal {
  write(books: VehicleBooks): Promise<void>
  close(): Promise<WrittenJournal>
  abandon(): Promise<void>
}

export async function openJournal(
  directory: string,
  of: { readonly accounts: Accounts | null; readonly month: string; readonly locale: Locale },
): Promise<OpenJournal> {
  const { accounts, month, locale } = of
  const layout = accounts?.layout ?? LAYOUTS.generic
  const name = layout.form === 'fixed' ? 'journal.txt' : 'journal.csv'
  const { natures, bank } = bookWordsOf(locale)
  const making = { accounts, words: { natures, bank, kinds: messagesOf(locale).kinds } }
  const sink = await openFileSink(join(directory, name), name, FILE_MODE)
  const { cnpj = '', company = '', user = '' } = accounts ?? {}
  const span = { from: firstDay(month), to: lastDay(month) }
  const writer = new JournalWriter(layout, { lot: month, cnpj, company, user, ...span })
  let moneyCents = 0n
  await sink.write(writer.begin())
  return {
    write: async (books) => {
      const entries = entriesOf(month, books, making)
      for (const { isMoney, cents } of entries) if (isMoney) moneyCents += cents
      if (entries.length > 0) await sink.write(writer.entries(entries))
    },
    close: async () => {
      await sink.write(writer.end())
      return { ...writer.totals, moneyCents, file: await sink.close() }
    },
    abandon: () => sink.abandon(),
  }
}
