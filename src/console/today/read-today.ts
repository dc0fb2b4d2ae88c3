/** What the first page shows, read in a handful of statements. */
import type { Config } from '../../config.ts'
import { countOf } from '../../app/reports/exceptions-now.ts'
import type { OpenLedger } from '../../app/ledger/open-ledger.ts'
import { fleetProgress } from '../../app/run/fleet-progress.ts'
import { openMoneyBlockStore } from '../../ledger/effects/money-blocks.ts'
import type { Fleet } from '../../ledger/fleets/fleets.ts'
import { openLedgerDb } from '../../ledger/schema/tx.ts'
import type { ExceptionGroup } from '../../reconciliation/reports/exception-groups.ts'
import { fleetFigures } from '../fleets/fleet-figures.ts'

export type Today = Awaited<ReturnType<typeof readToday>>

export async function readToday(config: Config, ledger: OpenLedger, fleet: Fleet, nowMs: number) {
  const { stores, database } = ledger
  const { exceptions, ...figures } = await fleetFigures(ledger, { config, nowMs }, fleet, [7, 30])
  const isRow = ({ code }: ExceptionGroup): boolean => code === 'row-rejected'
  return {
    ...figures,
    /** Exceptions, but for rows of the last file that were refused, which are `toMend`. */
    toResolve: countOf(exceptions.filter((group) => !isRow(group))),
    toMend: countOf(exceptions.filter(isRow)),
    isMoneyBlocked:
      (await openMoneyBlockStore(openLedgerDb(database.pool)).current()) !== undefined,
    progress: await fleetProgress(config, ledger, fleet, nowMs),
    run: await stores.runs.find('latest', fleet.id),
  }
}
