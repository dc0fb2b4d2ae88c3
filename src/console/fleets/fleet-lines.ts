/** All fleets of a ledger that a person may see, one line each. */
import { Temporal } from 'temporal-polyfill'
import { FRESH_DAYS } from '../../app/books/close-month.ts'
import { isSimulated } from '../../app/orders/is-simulated.ts'
import type { OpenLedger } from '../../app/ledger/open-ledger.ts'
import { countOf, personList } from '../../app/reports/exceptions-now.ts'
import type { Config } from '../../config.ts'
import { plainDay } from '../../clock.ts'
import { fleetSums, type FleetSums } from '../../ledger/listings/fleet-sums.ts'
import { openLedgerDb } from '../../ledger/schema/tx.ts'

export interface FleetLine {
  readonly name: string
  /** Of a simulated service, whatever the others are of. */
  readonly simulated: boolean
  readonly sums: FleetSums
  /** What waits for a person: proposals, orders that may be paid, exceptions. */
  readonly waiting: number
  /** YYYY-MM; null before the first close. */
  readonly closed: string | null
}

/** A hundred credentials may each have their fleet. */
export const FLEETS_SHOWN_MAX = 200
const DAY_MS = 86_400_000

/** `fleets`: names; null: all. By name. */
export async function fleetLines(
  ledger: OpenLedger,
  { config, nowMs }: { readonly config: Config; readonly nowMs: number },
  fleets: readonly string[] | null,
): Promise<FleetLine[]> {
  const all = (await ledger.fleets.all()).filter(({ name }) => fleets?.includes(name) !== false)
  const today = plainDay(nowMs, config.FROTA_TIME_ZONE)
  const month = Temporal.PlainDate.from(today).add({ days: 30 }).toString()
  const db = openLedgerDb(ledger.database.pool)
  const lines: FleetLine[] = []
  for (const { id, name } of all.slice(0, FLEETS_SHOWN_MAX)) {
    const { stores, closes } = ledger
    const plans = await stores.plans.counts(id)
    const { payable } = await stores.orders.openSums(id, new Date(nowMs))
    const exceptions = countOf(await personList(stores, id, { config, shown: 0 }))
    const close = (await closes.ofFleet(id)).findLast(({ reopenedAt }) => reopenedAt === null)
    const freshSince = new Date(nowMs - FRESH_DAYS * DAY_MS)
    lines.push({
      name,
      simulated: await isSimulated(stores.runs, id),
      sums: await fleetSums(db, { fleetId: id, today }, { until: [month], freshSince }),
      waiting: plans.proposed.plans + payable.count + exceptions,
      closed: close?.month ?? null,
    })
  }
  return lines
}
