/** What waits for a person, what is owed, and the last closed month: on Hoje, and of each fleet. */
import { Temporal } from 'temporal-polyfill'
import { FRESH_DAYS } from '../../app/books/close-month.ts'
import type { OpenLedger } from '../../app/ledger/open-ledger.ts'
import { personList } from '../../app/reports/exceptions-now.ts'
import { plainDay } from '../../clock.ts'
import type { Config } from '../../config.ts'
import type { Fleet } from '../../ledger/fleets/fleets.ts'
import { fleetSums } from '../../ledger/listings/fleet-sums.ts'
import { openLedgerDb } from '../../ledger/schema/tx.ts'

const DAY_MS = 86_400_000

/** `dueDays`: for each, `sums.until` has what falls due within so many days. */
export async function fleetFigures(
  ledger: OpenLedger,
  { config, nowMs }: { readonly config: Config; readonly nowMs: number },
  { id: fleetId }: Fleet,
  dueDays: readonly number[],
) {
  const { stores, database, closes } = ledger
  const day = plainDay(nowMs, config.FROTA_TIME_ZONE)
  const until = dueDays.map((days) => Temporal.PlainDate.from(day).add({ days }).toString())
  const freshSince = new Date(nowMs - FRESH_DAYS * DAY_MS)
  const { proposed } = await stores.plans.counts(fleetId)
  return {
    /** YYYY-MM-DD. */
    day,
    /** The last day of each time of `dueDays`. */
    until,
    toApprove: { count: proposed.plans, cents: proposed.totalCents },
    orders: await stores.orders.openSums(fleetId, new Date(nowMs)),
    exceptions: await personList(stores, fleetId, { config, shown: 0 }),
    sums: await fleetSums(
      openLedgerDb(database.pool),
      { fleetId, today: day },
      { until, freshSince },
    ),
    /** Undefined before the first close. */
    close: (await closes.ofFleet(fleetId)).findLast(({ reopenedAt }) => reopenedAt === null),
  }
}
