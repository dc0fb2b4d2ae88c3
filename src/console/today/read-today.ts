/** What the first page shows, read in a handful of statements. */
import { Temporal } from 'temporal-polyfill'
import { plainDay } from '../../clock.ts'
import type { Config } from '../../config.ts'
import { FRESH_DAYS } from '../../app/books/close-month.ts'
import { countOf, personList } from '../../app/reports/exceptions-now.ts'
import type { OpenLedger } from '../../app/ledger/open-ledger.ts'
import { fleetProgress } from '../../app/run/fleet-progress.ts'
import { openMoneyBlockStore } from '../../ledger/effects/money-blocks.ts'
import type { Fleet } from '../../ledger/fleets/fleets.ts'
import { fleetSums } from '../../ledger/listings/fleet-sums.ts'
import { openLedgerDb } from '../../ledger/schema/tx.ts'
import type { ExceptionGroup } from '../../reconciliation/reports/exception-groups.ts'

export type Today = Awaited<ReturnType<typeof readToday>>

const DAY_MS = 86_400_000

export async function readToday(config: Config, ledger: OpenLedger, fleet: Fleet, nowMs: number) {
  const { stores, database, closes } = ledger
  const day = plainDay(nowMs, config.FROTA_TIME_ZONE)
  const later = (days: number): string => Temporal.PlainDate.from(day).add({ days }).toString()
  const plans = await stores.plans.counts(fleet.id)
  const person = await personList(stores, fleet.id, { config, shown: 0 })
  const isRow = ({ code }: ExceptionGroup): boolean => code === 'row-rejected'
  const progress = await fleetProgress(config, ledger, fleet, nowMs)
  return {
    /** YYYY-MM-DD. */
    day,
    /** The last of the next seven. */
    days7: later(7),
    toApprove: { count: plans.proposed.plans, cents: plans.proposed.totalCents },
    orders: await stores.orders.openSums(fleet.id, new Date(nowMs)),
    /** Exceptions, but for rows of the last file that were refused, which are `toMend`. */
    toResolve: countOf(person.filter((group) => !isRow(group))),
    toMend: countOf(person.filter(isRow)),
    isMoneyBlocked:
      (await openMoneyBlockStore(openLedgerDb(database.pool)).current()) !== undefined,
    /** `until`: due within 7 days, and within 30. */
    sums: await fleetSums(
      openLedgerDb(database.pool),
      { fleetId: fleet.id, today: day },
      { until: [later(7), later(30)], freshSince: new Date(nowMs - FRESH_DAYS * DAY_MS) },
    ),
    progress,
    run: await stores.runs.find('latest', fleet.id),
    close: (await closes.ofFleet(fleet.id)).findLast(({ reopenedAt }) => reopenedAt === null),
  }
}
