/**
 * Writes a month's folder from one moment of the ledger: the files row by row, then the checks, the
 * page and the manifest, and only then the folder under its name. The same ledger, month and
 * closes give the same rows.
 */
import { hash } from 'node:crypto'
import { join } from 'node:path'
import { displayCents } from '../../../fleet/money.ts'
import { directoryFailure, REPORTS_AHEAD } from '../../../directory-failure.ts'
import type { BankFacts } from '../../../ledger/books/bank-lines.ts'
import type { BooksMoment, BooksSource, Heads } from '../../../ledger/books/books-source.ts'
import type { MonthClose } from '../../../ledger/books/month-closes.ts'
import { isForPerson } from '../../reports/exception-kinds.ts'
import { cents, checkFile, type CheckedFile } from '../../reports/check-totals.ts'
import { exceptionColumns } from '../../reports/files/exception-columns.ts'
import { exceptionLines } from '../../reports/files/exception-lines.ts'
import type { ListedFile } from '../../reports/page/page-facts.ts'
import { openReportDirectory } from '../../reports/report-directory.ts'
import { fill } from '../../reports/words/messages.ts'
import { messagesOf } from '../../reports/words/reports.ts'
import { writeText } from '../../reports/write-text.ts'
import { firstDay, nextMonth, startOfDay } from '../../../fleet/calendar/months.ts'
import { learnedSince } from '../bank/learned-since.ts'
import { matchFacts } from '../bank/match-statement.ts'
import { bookWordsOf } from '../words/book-words.ts'
import { RollForward } from '../roll-forward.ts'
import { checkOutside, checkRoll, type BookCheck } from './book-checks.ts'
import { checkBooked, checkJournal } from './journal-checks.ts'
import { closePage } from './close-page.ts'
import { journalNotes } from './journal-notes.ts'
import { monthManifest } from './month-manifest.ts'
import { lastShownDay, MonthTally, type MonthFacts, type MonthSettings } from './month-facts.ts'
import type { MonthInput } from './month-input.ts'
import { openBookFile } from './open-book-file.ts'
import { booksDiffer } from './waiting.ts'
import { writeBank, type MatchedBank } from './write-bank.ts'
import { writeEntries } from './write-entries.ts'
import { writeWorkbook } from './write-workbook.ts'

export interface WrittenMonth {
  readonly directory: string
  readonly facts: MonthFacts
  readonly heads: Heads
  readonly closes: boolean
  readonly manifestSha256: string
}

/**
 * `show` makes the folder appear by calling `publish`; if it throws, nothing of it is left. Throws
 * 'disk-full', 'directory-unwritable'.
 */
export async function writeMonth(
  source: BooksSource,
  input: MonthInput,
  show: (written: WrittenMonth, publish: () => Promise<void>) => Promise<void> = (_, publish) =>
    publish(),
): Promise<WrittenMonth> {
  const { parent, folder } = input
  try {
    const target = await openReportDirectory(parent, folder, { isLatest: false })
    try {
      const written = await source.inOneMoment((one) => writeFolder(one, input, target.partial))
      const month = { ...written, directory: target.final }
      await show(month, target.publish)
      return month
    } catch (error) {
      await target.discard()
      throw error
    }
  } catch (error) {
    throw directoryFailure(error, join(parent, folder), REPORTS_AHEAD)
  }
}

async function writeFolder(moment: BooksMoment, input: MonthInput, directory: string) {
  const { settings, outside } = input
  const { fleet, month } = settings
  const roll = new RollForward(month)
  const tally = new MonthTally()
  const before = input.closes.find((close) => nextMonth(close.month) === month)
  const matched = matchBank(await moment.bank(fleet.id), settings, before)
  const files = await writeEntries(moment, input, { directory, roll, tally, bank: matched })
  const exceptions = await writeExceptions(moment, settings, { directory, tally })
  const bank = await writeBank(matched, settings, directory)
  tally.atBank = bank.waiting
  const journal = files.journal.tally
  const { methodClosed } = input
  const changed = methodClosed?.method === journal.method ? undefined : methodClosed
  if (changed !== undefined) tally.method = 1
  const methodNote = changed?.method === 'unread' ? 'unread' : journal.method
  const { ledger, payments, rollforward, classes } = files
  const readBack = [ledger, payments, rollforward, bank.file, classes.file, exceptions]
  const checks: BookCheck[] = [
    ...checkRoll(roll, files.ledger),
    ...files.checks,
    ...(before === undefined
      ? []
      : [cents('book-opening', before.closingCents, roll.whole.openingCents)]),
    ...checkJournal(files.journal),
    ...checkBooked(journal, { ...files, natures: tally.natures }),
    ...bank.checks,
    ...files.classes.checks,
    ...readBack.flatMap((file) => checkFile('book-rows', file)),
    ...(outside === null
      ? []
      : checkOutside(await moment.reports.accountSums(fleet.accountId), outside)),
  ]
  const listed: ListedFile[] = [
    ledger.there,
    payments.there,
    rollforward.there,
    { ...files.journal.file, rows: files.journal.meant.rows },
    bank.file.there,
    classes.file.there,
    exceptions.there,
  ]
  const words = bookWordsOf(settings.locale)
  const written: MonthFacts = {
    settings,
    roll,
    tally,
    journal,
    notes: [
      ...(changed === undefined
        ? []
        : [fill(words.methodNotes[methodNote], { month: changed.month })]),
      ...(bank.beyondCents === 0n
        ? []
        : [fill(words.bankNote, { amount: displayCents(bank.beyondCents, settings.locale) })]),
      ...journalNotes(input.accounts, journal, words),
    ],
    classes: files.classes.sums,
    checks,
    others: outside?.others ?? [],
    files: listed,
  }
  const { layout } = input.accounts
  const workbook = await writeWorkbook(written, { directory, layout })
  const facts = { ...written, files: [...listed, workbook] }
  const page = await writeText(directory, 'close.html', closePage(facts))
  const all = { ...facts, files: [...facts.files, page] }
  const manifest = `${JSON.stringify(monthManifest(all, moment.heads, layout), null, 2)}\n`
  await writeText(directory, 'manifest.json', manifest)
  return {
    facts: all,
    heads: moment.heads,
    closes: booksDiffer(checks).length === 0,
    manifestSha256: hash('sha256', manifest),
  }
}

/** Ages count up to the month's end, or today where it still runs. */
function matchBank(
  facts: BankFacts,
  settings: MonthSettings,
  before: MonthClose | undefined,
): MatchedBank {
  const { zone } = settings
  const today = lastShownDay(settings)
  const match = (known: BankFacts) => matchFacts(known, { zone, today }).rows
  const rows = match(facts)
  const late = before === undefined ? [] : learnedSince(before, { facts, rows }, match)
  return { lines: facts.lines, rows, late: new Set(late) }
}

async function writeExceptions(
  { reports }: BooksMoment,
  settings: MonthSettings,
  { directory, tally }: { readonly directory: string; readonly tally: MonthTally },
): Promise<CheckedFile> {
  const { locale, zone, fleet, month, at } = settings
  const end = new Date(startOfDay(firstDay(nextMonth(month)), zone)).toISOString()
  const now = at.toISOString()
  const asOf = now < end ? now : end
  await using file = await openBookFile(
    { ...settings, directory },
    'exceptions.csv',
    exceptionColumns,
  )
  const saying = { texts: messagesOf(locale), locale, endedAt: asOf, zone }
  const scope = { fleetId: fleet.id, import: null }
  for await (const page of exceptionLines(reports, scope, [], saying)) {
    const lines = page.filter(({ code, since }) => isForPerson(code) && since < end)
    for (const line of lines) tally.exception(line)
    await file.write(lines)
  }
  return await file.close()
}
