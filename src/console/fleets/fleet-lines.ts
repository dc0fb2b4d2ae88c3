/** All fleets of a ledger that a person may see, one line each. */
import { isSimulated } from '../../app/orders/is-simulated.ts'
import type { OpenLedger } from '../../app/ledger/open-ledger.ts'
import { countOf } from '../../app/reports/exceptions-now.ts'
import type { Config } from '../../config.ts'
import type { FleetSums } from '../../ledger/listings/fleet-sums.ts'
import { fleetFigures } from './fleet-figures.ts'

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

/** `fleets`: names; null: all. By name. */
export async function fleetLines(
  ledger: OpenLedger,
  of: { readonly config: Config; readonly nowMs: number },
  fleets: readonly string[] | null,
): Promise<FleetLine[]> {
  const all = (await ledger.fleets.all()).filter(({ name }) => fleets?.includes(name) !== false)
  const lines: FleetLine[] = []
  for (const fleet of all.slice(0, FLEETS_SHOWN_MAX)) {
    const { toApprove, orders, exceptions, sums, close } = await fleetFigures(
      ledger,
      of,
      fleet,
      [30],
    )
    lines.push({
      name: fleet.name,
      simulated: await isSimulated(ledger.stores.runs, fleet.id),
      sums,
      waiting: toApprove.count + orders.payable.count + countOf(exceptions),
      closed: close?.month ?? null,
    })
  }
  return lines
}
