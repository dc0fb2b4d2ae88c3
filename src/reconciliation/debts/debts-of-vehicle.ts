/** What the vehicles of a plate owe, since when and in which order: for `frota debts PLATE`. */
import { plainDay } from '../../clock.ts'
import type { Clock } from '../../clock.ts'
import { normalizePlate } from '../../fleet/plate.ts'
import type { Debt, DebtEvent, DebtStore } from '../../ledger/debts.ts'
import type { VehicleFacts, VehicleStore } from '../../ledger/vehicles.ts'
import { owedTotals } from './owed-totals.ts'
import type { Owed } from './owed-totals.ts'

export interface DebtsOfVehicleTools {
  readonly vehicles: Pick<VehicleStore, 'byPlate'>
  readonly debts: Pick<DebtStore, 'ofVehicle' | 'history'>
  readonly clock: Clock
  /** An IANA time zone: what "today" is for the IPVA's single payment. */
  readonly zone: string
}

export interface VehicleDebts {
  readonly vehicle: VehicleFacts
  readonly owed: Owed<Debt>
  /** Those that the last answer does not show any more. */
  readonly past: readonly Debt[]
  readonly history: readonly DebtEvent[]
}

/** Usually one vehicle; several when the plate moved from one to another; none when unknown. */
export async function debtsOfVehicle(
  { vehicles, debts, clock, zone }: DebtsOfVehicleTools,
  input: { readonly fleetId: string; readonly plate: string },
): Promise<VehicleDebts[]> {
  const today = plainDay(clock.now(), zone)
  const found = await vehicles.byPlate(input.fleetId, normalizePlate(input.plate))
  const shown: VehicleDebts[] = []
  for (const vehicle of found) {
    const known = await debts.ofVehicle(vehicle.id)
    shown.push({
      vehicle,
      owed: owedTotals(known, { today, prefer: 'single' }),
      past: known.filter((debt) => !debt.shown),
      history: await debts.history(vehicle.id),
    })
  }
  return shown
}
