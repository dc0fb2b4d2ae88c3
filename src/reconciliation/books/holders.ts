/** Pure. Whose a vehicle was at any instant: its plate, owner, cost centre and fleet as of then. */
import type { HistoricChange, HistoricVehicle } from '../../ledger/histories/vehicle-histories.ts'

export type Holder = Pick<
  HistoricVehicle,
  'plate' | 'uf' | 'cnpj' | 'costCentre' | 'fleet' | 'inFleet'
>

export interface Holders {
  /** Before the first change that is known. */
  readonly first: Holder
  readonly at: (ms: number) => Holder
}

/** `changes`: oldest first. */
export function holdersOf(vehicle: HistoricVehicle, changes: readonly HistoricChange[]): Holders {
  const { plate, uf, cnpj, costCentre, fleet, inFleet } = vehicle
  let holder: Holder = { plate, uf, cnpj, costCentre, fleet, inFleet }
  const later: { readonly fromMs: number; readonly holder: Holder }[] = []
  for (const change of changes.toReversed()) {
    later.unshift({ fromMs: change.at.getTime(), holder })
    holder = withField(holder, change.field, change.before)
  }
  const first = holder
  return {
    first,
    at: (ms) => later.findLast(({ fromMs }) => fromMs <= ms)?.holder ?? first,
  }
}

function withField(holder: Holder, field: HistoricChange['field'], value: string): Holder {
  switch (field) {
    case 'plate':
      return { ...holder, plate: value }
    case 'uf':
      return { ...holder, uf: value }
    case 'cost_centre':
      return { ...holder, costCentre: value }
    case 'owner_cnpj':
      return { ...holder, cnpj: value }
    case 'fleet':
      return { ...holder, fleet: value }
    case 'in_fleet':
      return { ...holder, inFleet: value === 'true' }
  }
}
