/** Pure. Whose a vehicle was at any instant: its plate, owner, cost centre and fleet as of then. */
import type {
  HistoricChange,
  HistoricOrder,
  HistoricVehicle,
} from '../../ledger/histories/vehicle-histories.ts'
import { daysAfter, startOfDay } from '../../fleet/calendar/months.ts'

export type Holder = Pick<
  HistoricVehicle,
  'plate' | 'uf' | 'cnpj' | 'costCentre' | 'fleet' | 'inFleet'
>

export type Holders = ReturnType<typeof holdersOf>

export interface HolderChange {
  readonly ms: number
  readonly holder: Holder
  /** The vehicle was not in its fleet before the stay that the change begins, or is made in. */
  readonly isFirst: boolean
}

/** `changes`: oldest first. */
export function holdersOf(vehicle: HistoricVehicle, changes: readonly HistoricChange[]) {
  const { plate, uf, cnpj, costCentre, fleet, inFleet } = vehicle
  let holder: Holder = { plate, uf, cnpj, costCentre, fleet, inFleet }
  const later: { readonly ms: number; readonly holder: Holder }[] = []
  for (const change of changes.toReversed()) {
    const ms = change.at.getTime()
    // A file changes several fields at once.
    if (later[0]?.ms !== ms) later.unshift({ ms, holder })
    holder = withField(holder, change.field, change.before)
  }
  const first = holder
  const fleets = new Set([first.fleet])
  let last: HolderChange = { ms: -Infinity, holder: first, isFirst: false }
  const known = [last]
  for (const { ms, holder: now } of later) {
    const { fleet: before, inFleet: was } = last.holder
    const isEntry = now.fleet !== before || (now.inFleet && !was)
    last = { ms, holder: now, isFirst: isEntry ? !fleets.has(now.fleet) : last.isFirst }
    fleets.add(now.fleet)
    known.push(last)
  }
  const lastChange = (atMs: number) => known.findLast(({ ms }) => ms <= atMs) ?? last
  return {
    /** Before the first change that is known. */
    first,
    lastChange,
    at: (atMs: number): Holder => lastChange(atMs).holder,
    /** Changes after an instant and until another, oldest first. */
    changes: (afterMs: number, untilMs: number): readonly HolderChange[] =>
      known.filter(({ ms }) => ms > afterMs && ms <= untilMs),
  }
}

/**
 * In whose books money of an order is: the fleet's that ordered, as the vehicle was at the end of
 * the day that is booked, or when the ledger saw it if that was before. A vehicle that was sold
 * meanwhile is as it was ordered.
 */
export function payerOf(
  order: Pick<HistoricOrder, 'fleet' | 'createdAt'>,
  { at }: Pick<Holders, 'at'>,
  ms: number,
): Holder {
  const then = at(ms)
  return then.fleet === order.fleet
    ? then
    : { ...at(order.createdAt.getTime()), fleet: order.fleet }
}

/** The last instant of a day, or when the ledger saw what is booked on it, if that was before. */
export function bookedMs(day: string, seenMs: number, zone: string): number {
  return Math.min(seenMs, startOfDay(daysAfter(day, 1), zone) - 1)
}

/** What an entry says of whose a vehicle was. */
export function heldBy({ plate, uf, cnpj, costCentre }: Holder) {
  return { plate, uf, cnpj, costCentre }
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
