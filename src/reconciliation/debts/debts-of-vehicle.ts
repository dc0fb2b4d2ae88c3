/** What a vehicle owes, since when and in which order: for `frota debts PLATE`. */
import { plainDay, type Clock } from '../../clock.ts'
import type { Debt, DebtEvent } from '../../ledger/debts/debts.ts'
import type { DebtStore } from '../../ledger/debts/debts-sql.ts'
import type { VehicleFacts, VehicleStore } from '../../ledger/vehicles/vehicles.ts'
import { owedTotals, type Owed } from './owed-totals.ts'

export interface DebtsOfVehicleTools {
  readonly vehicles: Pick<VehicleStore, 'named'>
  readonly debts: Pick<DebtStore, 'ofVehicle' | 'history' | 'refunded'>
  readonly clock: Clock
  /** An IANA time zone: what "today" is for the IPVA's single payment. */
  readonly zone: string
}

export interface DebtsOfVehicle {
  readonly by: 'plate' | 'former-plate' | 'renavam'
  /** Usually one; several when the plate moved from one to another; none when unknown. */
  readonly vehicles: readonly VehicleDebts[]
}

export interface VehicleDebts {
  readonly vehicle: VehicleFacts
  readonly owed: Owed<Debt>
  /** Debts that the last answer does not show any more. */
  readonly past: readonly Debt[]
  readonly history: readonly DebtEvent[]
  /** Debts in an order whose money came back, which no person has freed yet. */
  readonly refunded: readonly string[]
}

/** `name`: a plate in either form, one it had before, or a RENAVAM. */
export async function debtsOfVehicle(
  { vehicles, debts, clock, zone }: DebtsOfVehicleTools,
  input: { readonly fleetId: string; readonly name: string },
): Promise<DebtsOfVehicle> {
  const today = plainDay(clock.now(), zone)
  const found = await vehicles.named(input.fleetId, input.name)
  const shown: VehicleDebts[] = []
  for (const vehicle of found.vehicles) {
    const known = await debts.ofVehicle(vehicle.id)
    shown.push({
      vehicle,
      owed: owedTotals(known, { today, prefer: 'single' }),
      past: known.filter((debt) => !debt.shown),
      history: await debts.history(vehicle.id),
      refunded: await debts.refunded(vehicle.id),
    })
  }
  return { by: found.by, vehicles: shown }
}
