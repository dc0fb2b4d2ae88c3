/** What a month's page and manifest are made of, gathered while the rows stream by. */
import { plainDay } from '../../../clock.ts'
import type { Locale } from '../../../bilingual.ts'
import type { CsvFlavour } from '../../../sheets/csv/write-csv.ts'
import { AGE_CLASSES, type AgeClass } from '../../reports/age-class.ts'
import type { OthersOrder } from '../../reports/outside.ts'
import type { ExceptionLine } from '../../reports/files/exception-line.ts'
import { add, zero, type Sum } from '../../reports/tally.ts'
import type { ListedFile } from '../../reports/page/page-facts.ts'
import type { ClassSums } from '../classes/class-of.ts'
import type { JournalTally } from '../journal/journal-tally.ts'
import { MONEY_NATURES, type MoneyNature } from '../movement.ts'
import { lastDay, weekOf } from '../../../fleet/calendar/months.ts'
import type { RollForward } from '../roll-forward.ts'
import type { BookCheck } from './book-checks.ts'
import type { VehicleRows } from './book-rows.ts'

/** Under which person's name a month is closed; null for a preview. */
export interface Closing {
  readonly person: string
  /** Why in spite of what waits; empty where nothing does. */
  readonly reason: string
}

export interface MonthSettings {
  readonly fleet: { readonly id: string; readonly name: string; readonly accountId: string }
  /** YYYY-MM. */
  readonly month: string
  readonly revision: number
  readonly closing: Closing | null
  readonly locale: Locale
  readonly flavour: CsvFlavour
  readonly zone: string
  readonly simulated: boolean
  /** The moment of writing. */
  readonly at: Date
  /** Answers of more days than this are called old. */
  readonly freshDays: number
}

/** Exceptions that the page shows; the file has all. */
const EXCEPTIONS_SHOWN_MAX = 50

/** Sums of what streamed by, of bounded size for any fleet. */
export class MonthTally {
  readonly natures = new Map<MoneyNature, Sum>(MONEY_NATURES.map((nature) => [nature, zero()]))
  /** By the Monday of the week. */
  readonly weeks = new Map<string, bigint>()
  readonly ages = new Map<AgeClass, Sum>(AGE_CLASSES.map((age) => [age, zero()]))
  readonly shown: ExceptionLine[] = []
  exceptions = 0
  /** Rows of bank.csv that wait for a person. */
  atBank = 0
  /** 1 where the journal has another method than the last closed one, or that cannot be read. */
  method = 0
  readonly old = { vehicles: 0, cents: 0n, oldest: '' }

  payments(rows: VehicleRows['money']): void {
    for (const { nature, day, cents } of rows) {
      const sum = this.natures.get(nature)
      if (sum === undefined) throw new Error(`${nature} is no nature of money.`)
      add(sum, cents)
      const week = weekOf(day)
      this.weeks.set(week, (this.weeks.get(week) ?? 0n) + cents)
    }
  }

  exception(line: ExceptionLine): void {
    this.exceptions += 1
    const sum = this.ages.get(line.ageClass)
    if (sum !== undefined) add(sum, line.amountCents ?? 0n)
    if (this.shown.length < EXCEPTIONS_SHOWN_MAX) this.shown.push(line)
  }

  oldAnswer(seenOn: string, cents: bigint): void {
    this.old.vehicles += 1
    this.old.cents += cents
    if (this.old.oldest === '' || seenOn < this.old.oldest) this.old.oldest = seenOn
  }
}

export interface MonthFacts {
  readonly settings: MonthSettings
  readonly roll: RollForward
  readonly tally: MonthTally
  readonly journal: Pick<JournalTally, 'method' | 'unbooked' | 'earlier'>
  /** What the accountant should look at in the file of accounts. */
  readonly notes: readonly string[]
  readonly classes: ClassSums
  readonly checks: readonly BookCheck[]
  /** Orders in the checks with the service that somebody else made. */
  readonly others: readonly OthersOrder[]
  readonly files: readonly ListedFile[]
}

/** The month's last day, or today where the month still runs. */
export function lastShownDay({ month, at, zone }: MonthSettings): string {
  const today = plainDay(at.getTime(), zone)
  return today < lastDay(month) ? today : lastDay(month)
}
