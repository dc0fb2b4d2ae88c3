/** Writes what moved in a month, vehicle by vehicle: ledger, payments, journal, roll-forward. */
import { plainDay } from '../../../clock.ts'
import type { BooksMoment } from '../../../ledger/books/books-source.ts'
import { bookVehicle, type BookPolicy } from '../book-vehicle.ts'
import {
  daysBefore,
  firstDay,
  lastInstant,
  monthOf,
  nextMonth,
} from '../../../fleet/calendar/months.ts'
import type { RollForward } from '../roll-forward.ts'
import { ledgerColumns, paymentColumns, rollColumns } from './book-files.ts'
import { rowsOfVehicle, type LedgerRow, type RollRow } from './book-rows.ts'
import { EntryChecks } from './entry-checks.ts'
import { lastShownDay, type MonthTally } from './month-facts.ts'
import type { MonthInput } from './month-input.ts'
import { openBookFile } from './open-book-file.ts'
import type { MatchedBank } from './write-bank.ts'
import { openClasses } from './write-classes.ts'
import { openJournal } from './open-journal.ts'

interface Gathering {
  readonly directory: string
  readonly roll: RollForward
  readonly tally: MonthTally
  readonly bank: MatchedBank
}

export async function writeEntries(
  moment: BooksMoment,
  input: MonthInput,
  { directory, roll, tally, bank }: Gathering,
) {
  const { settings } = input
  const { locale, zone, month, fleet } = settings
  const place = { ...settings, directory }
  const policy = bookPolicy(input)
  const entryChecks = new EntryChecks(policy)
  await using ledger = await openBookFile(place, 'ledger.csv', ledgerColumns(locale))
  await using payments = await openBookFile(place, 'payments.csv', paymentColumns(locale))
  await using rollforward = await openBookFile(place, 'rollforward.csv', rollColumns(locale))
  await using journal = await openJournal(directory, input, roll)
  await using classes = await openClasses(input, directory, {
    bank,
    days: moment.paymentDays,
    roll,
  })
  const until = lastInstant(month, zone)
  const oldBefore = daysBefore(lastShownDay(settings), settings.freshDays)
  for await (const page of moment.reports.histories(fleet.id, until)) {
    for (const history of page) {
      const books = bookVehicle(history, policy)
      for (const movement of books.movements) roll.add(movement)
      const rows = rowsOfVehicle(history, books, { month, zone })
      await ledger.write(rows.ledger)
      await payments.write(rows.money)
      await journal.write(history.vehicle, books, rows.ledger.filter(isBalance).length)
      if (rows.roll !== null) await rollforward.write([rows.roll])
      await classes.write(history, books)
      entryChecks.add(history, books, rows)
      tally.payments(rows.money)
      const seenOn = rows.roll?.seenOn ?? null
      const closing = rows.roll?.roll.closingCents ?? 0n
      if (seenOn !== null && seenOn < oldBefore && closing !== 0n) {
        tally.oldAnswer(seenOn, closing)
      }
    }
  }
  await rollforward.write(groupRows(roll))
  return {
    ledger: await ledger.close(),
    payments: await payments.close(),
    rollforward: await rollforward.close(),
    journal: await journal.close(),
    classes: await classes.close(),
    checks: entryChecks.checks(),
  }
}

function isBalance({ class: name }: LedgerRow): boolean {
  return name === 'opening' || name === 'closing'
}

function groupRows({ whole, groups }: RollForward): RollRow[] {
  const named = (grouping: 'cnpj' | 'costCentre' | 'kind'): RollRow[] =>
    [...groups[grouping]]
      .toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
      .map(([group, roll]) => ({ grouping, group, roll, renavam: null, seenOn: null }))
  const all = { grouping: 'whole', group: '', roll: whole, renavam: null, seenOn: null } as const
  return [...named('cnpj'), ...named('costCentre'), ...named('kind'), all]
}

function bookPolicy({ settings, closes: closed, prefer }: MonthInput): BookPolicy {
  const until = plainDay(settings.at.getTime(), settings.zone)
  const preferOn = (day: string) =>
    closed.find(({ month }) => month === monthOf(day))?.ipva ?? prefer
  const days = closed.flatMap(({ month }) => [firstDay(month), firstDay(nextMonth(month))])
  const preferenceDays = days.filter((day) => preferOn(day) !== preferOn(daysBefore(day, 1)))
  const { zone, fleet } = settings
  return { zone, fleet: fleet.name, until, preferOn, preferenceDays, closes: closed }
}
