/**
 * Writes a month's folder from one moment of the ledger: the files row by row, then the checks, the
 * page and the manifest, and only then the folder under its name. The same ledger, month and
 * closes give the same rows.
 */
import { createHash } from 'node:crypto'
import { plainDay } from '../../../clock.ts'
import type { BooksMoment, BooksSource, Heads } from '../../../ledger/books/books-source.ts'
import type { MonthClose } from '../../../ledger/books/month-closes.ts'
import { isForPerson } from '../../reports/exception-kinds.ts'
import type { CheckedFile } from '../../reports/check-totals.ts'
import { exceptionColumns } from '../../reports/files/exception-columns.ts'
import { exceptionLines } from '../../reports/files/exception-lines.ts'
import type { ListedFile } from '../../reports/page/page-facts.ts'
import { openReportDirectory } from '../../reports/report-directory.ts'
import { columnMessagesOf, messagesOf } from '../../reports/words/locales.ts'
import { writeText } from '../../reports/write-text.ts'
import { owedTotals } from '../../debts/owed-totals.ts'
import { bookVehicle } from '../book-vehicle.ts'
import type { BookPolicy } from '../book-vehicle.ts'
import { lastDay, monthOf, startOfDay, nextMonth, firstDay, daysBefore } from '../months.ts'
import { RollForward } from '../roll-forward.ts'
import { bookColumnTexts } from '../words/book-columns.ts'
import { cents, checkFile, checkOutside, checkRoll, closes } from './book-checks.ts'
import type { BookCheck, OutsideSums } from './book-checks.ts'
import { ledgerColumns, paymentColumns, rollColumns } from './book-files.ts'
import { rowsOfVehicle } from './book-rows.ts'
import type { RollRow } from './book-rows.ts'
import { closePage } from './close-page.ts'
import { monthManifest } from './month-manifest.ts'
import { MonthTally } from './month-facts.ts'
import type { MonthFacts, MonthSettings } from './month-facts.ts'
import { openBookFile } from './open-book-file.ts'

export interface MonthInput {
  readonly settings: MonthSettings
  /** The fleet's other closed months that stand. */
  readonly closes: readonly MonthClose[]
  /** Which way of paying the IPVA the fleet prefers now. */
  readonly prefer: BookPolicy['preferOn'] extends (day: string) => infer P ? P : never
  /** What the service says; null when it could not be asked. */
  readonly outside: OutsideSums | null
  readonly parent: string
  readonly folder: string
}

export interface WrittenMonth {
  readonly directory: string
  readonly facts: MonthFacts
  readonly heads: Heads
  readonly closes: boolean
  readonly manifestSha256: string
}

/** `approve` is asked before the folder appears; if it throws, nothing of it is left. */
export async function writeMonth(
  source: BooksSource,
  input: MonthInput,
  approve: (written: WrittenMonth) => Promise<void> = async () => undefined,
): Promise<WrittenMonth> {
  const target = await openReportDirectory(input.parent, input.folder, { isLatest: false })
  try {
    const written = await source.inOneMoment((moment) => writeFolder(moment, input, target.partial))
    const month = { ...written, directory: target.final }
    await approve(month)
    await target.publish()
    return month
  } catch (error) {
    await target.discard()
    throw error
  }
}

async function writeFolder(
  moment: BooksMoment,
  input: MonthInput,
  directory: string,
): Promise<Omit<WrittenMonth, 'directory'>> {
  const { settings, outside } = input
  const { fleet, month } = settings
  const roll = new RollForward(month)
  const tally = new MonthTally()
  const files = await writeVehicles(moment, input, { directory, roll, tally })
  const exceptions = await writeExceptions(moment, settings, { directory, tally })
  const before = input.closes.find((close) => nextMonth(close.month) === month)
  const checks: BookCheck[] = [
    ...checkRoll(roll, files.ledger),
    cents('book-events', tally.ever.owedCents, tally.ever.movedCents),
    cents('book-paid', tally.paid.ledgerCents, tally.paid.paymentsCents),
    ...(before === undefined
      ? []
      : [cents('book-opening', before.closingCents, roll.whole.openingCents)]),
    ...[files.ledger, files.payments, files.rollforward, exceptions].flatMap(checkFile),
    ...(outside === null
      ? []
      : checkOutside(
          await moment.orderSums(fleet.accountId),
          await moment.vehicleCount(fleet.accountId),
          outside,
        )),
  ]
  const listed: ListedFile[] = [
    { ...files.ledger.there, control: 'amount' },
    { ...files.payments.there, control: 'amount' },
    { ...files.rollforward.there, control: null },
    { ...exceptions.there, control: null },
  ]
  const facts: MonthFacts = { settings, roll, tally, checks, files: listed }
  const page = await writeText(directory, 'close.html', closePage(facts))
  const all = { ...facts, files: [...listed, { ...page, rows: null, cents: {}, control: null }] }
  const manifest = `${JSON.stringify(monthManifest(all, moment.heads), null, 2)}\n`
  await writeText(directory, 'manifest.json', manifest)
  return {
    facts: all,
    heads: moment.heads,
    closes: checks.every(closes),
    manifestSha256: createHash('sha256').update(manifest).digest('hex'),
  }
}

interface Gathering {
  readonly directory: string
  readonly roll: RollForward
  readonly tally: MonthTally
}

async function writeVehicles(
  moment: BooksMoment,
  input: MonthInput,
  { directory, roll, tally }: Gathering,
): Promise<Record<'ledger' | 'payments' | 'rollforward', CheckedFile>> {
  const { settings } = input
  const { locale, zone, month, fleet } = settings
  const place = { ...settings, directory }
  const language = locale === 'en' ? 'en' : 'pt'
  const policy = bookPolicy(input)
  const ledger = await openBookFile(place, 'ledger.csv', {
    columns: ledgerColumns(locale),
    names: bookColumnTexts('ledger.csv', language),
  })
  const payments = await openBookFile(place, 'payments.csv', {
    columns: paymentColumns(locale),
    names: bookColumnTexts('payments.csv', language),
  })
  const rollforward = await openBookFile(place, 'rollforward.csv', {
    columns: rollColumns(locale),
    names: bookColumnTexts('rollforward.csv', language),
  })
  try {
    const oldBefore = daysBefore(lastShownDay(settings), settings.freshDays)
    for await (const page of moment.reports.histories(fleet)) {
      for (const history of page) {
        const books = bookVehicle(history, policy)
        for (const movement of books.movements) roll.add(movement)
        const rows = rowsOfVehicle(history, books, { month, zone })
        await ledger.write(rows.ledger)
        await payments.write(rows.money)
        if (rows.roll !== null) await rollforward.write([rows.roll])
        for (const row of rows.money) tally.money(row)
        tellEver(tally, history, books.movements, policy)
        for (const row of rows.ledger) {
          if (row.class === 'paid') tally.paid.ledgerCents -= row.cents
        }
        for (const row of rows.money) {
          if (row.nature === 'debt') tally.paid.paymentsCents += row.cents
        }
        const seenOn = rows.roll?.seenOn ?? null
        const closing = rows.roll?.roll.closingCents ?? 0n
        if (seenOn !== null && seenOn < oldBefore && closing !== 0n)
          tally.oldAnswer(seenOn, closing)
      }
    }
    await rollforward.write(groupRows(roll))
    return {
      ledger: await ledger.close(),
      payments: await payments.close(),
      rollforward: await rollforward.close(),
    }
  } catch (error) {
    await Promise.all([ledger, payments, rollforward].map((file) => file.abandon()))
    throw error
  }
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

function tellEver(
  tally: MonthTally,
  history: Parameters<typeof bookVehicle>[0],
  movements: ReturnType<typeof bookVehicle>['movements'],
  { fleet, until, preferOn }: BookPolicy,
): void {
  for (const { cents: moved } of movements) tally.ever.movedCents += moved
  const { vehicle, debts } = history
  if (!vehicle.inFleet || vehicle.fleet !== fleet) return
  const now = debts.map((debt) => ({ ...debt, ...debt.now }))
  const policy = { today: until, prefer: preferOn(until) }
  tally.ever.owedCents += owedTotals(now, policy).owedCents
}

/** The month's last day, or today where the month still runs. */
function lastShownDay({ month, at, zone }: MonthSettings): string {
  const today = plainDay(at.getTime(), zone)
  return today < lastDay(month) ? today : lastDay(month)
}

async function writeExceptions(
  { reports }: BooksMoment,
  settings: MonthSettings,
  { directory, tally }: Omit<Gathering, 'roll'>,
): Promise<CheckedFile> {
  const { locale, zone, fleet, month, at } = settings
  const end = new Date(startOfDay(firstDay(nextMonth(month)), zone)).toISOString()
  const now = at.toISOString()
  const asOf = now < end ? now : end
  const file = await openBookFile({ ...settings, directory }, 'exceptions.csv', {
    columns: exceptionColumns,
    names: columnMessagesOf(locale)['exceptions.csv'],
  })
  try {
    const saying = { texts: messagesOf(locale), locale, endedAt: asOf, zone }
    const scope = { fleetId: fleet.id, import: null }
    for await (const page of exceptionLines(reports, scope, [], saying)) {
      const lines = page.filter(({ code, since }) => isForPerson(code) && since < end)
      for (const line of lines) tally.exception(line)
      await file.write(lines)
    }
    return await file.close()
  } catch (error) {
    await file.abandon()
    throw error
  }
}
