/** What each page reads of the ledger, without HTTP, guard and markup. */
import { personList } from '../../src/app/reports/exceptions-now.ts'
import type { OpenLedger } from '../../src/app/ledger/open-ledger.ts'
import { plainDay } from '../../src/clock.ts'
import type { Config } from '../../src/config.ts'
import { fleetLines } from '../../src/console/fleets/fleet-lines.ts'
import { readToday } from '../../src/console/today/read-today.ts'
import type { Fleet } from '../../src/ledger/fleets/fleets.ts'
import { listDebts } from '../../src/ledger/listings/debt-listing.ts'
import { dueDays } from '../../src/ledger/listings/due-days.ts'
import { fleetSums } from '../../src/ledger/listings/fleet-sums.ts'
import { listVehicles } from '../../src/ledger/listings/vehicle-listing.ts'
import { PLANS_LISTED_MAX } from '../../src/ledger/orders/plans.ts'
import { openLedgerDb } from '../../src/ledger/schema/tx.ts'

const FIRST_PAGE = { limit: 50, offset: 0 }
const LATE_PAGE = { limit: 50, offset: 9_950 }

export function bareOf(
  config: Config,
  ledger: OpenLedger,
  fleet: Fleet,
  vehicle: string,
): Record<string, () => Promise<unknown>> {
  const db = openLedgerDb(ledger.database.pool)
  const today = plainDay(Date.now(), config.FROTA_TIME_ZONE)
  const scope = { fleetId: fleet.id, today }
  const byPlate = { by: 'plate', descending: false } as const
  const byDue = { by: 'due', descending: false } as const
  const span = { from: today, to: plainDay(Date.now() + 90 * 86_400_000, config.FROTA_TIME_ZONE) }
  return {
    '/': () => readToday(config, ledger, fleet, Date.now()),
    '/vehicles': () => listVehicles(db, scope, byPlate, FIRST_PAGE),
    '/vehicles?q=1999': () => listVehicles(db, { ...scope, search: '1999' }, byPlate, FIRST_PAGE),
    '/vehicles?page=200': () => listVehicles(db, scope, byPlate, LATE_PAGE),
    [`/vehicles/${vehicle}`]: () => ledger.stores.debts.shown([vehicle]),
    '/debts': () => listDebts(db, scope, byDue, FIRST_PAGE),
    '/debts?page=200': () => listDebts(db, scope, byDue, LATE_PAGE),
    '/due?days=90': () =>
      Promise.all([
        dueDays(db, scope, span),
        fleetSums(db, scope, { until: [today], freshSince: new Date() }),
      ]),
    '/proposals': () => ledger.stores.plans.list(fleet.id, PLANS_LISTED_MAX),
    '/runs': () => ledger.stores.runs.list({ fleetId: fleet.id, limit: 50 }),
    '/fleets': () => fleetLines(ledger, { config, nowMs: Date.now() }, null),
    '/exceptions': () => personList(ledger.stores, fleet.id, { config, shown: 100 }),
  }
}
