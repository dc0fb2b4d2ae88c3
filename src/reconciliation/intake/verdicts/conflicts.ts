import { mercosulForm } from '../../../fleet/plate.ts'
import { hasRenavamCheckDigit, isProvisionalRenavam } from '../../../fleet/renavam.ts'
import type { Uf } from '../../../fleet/uf.ts'
import type { KnownVehicle } from '../../../ledger/fleets/known-vehicles.ts'

/**
 * Stage six: rows that are the same vehicle, and rows that contradict each other or the fleet. All
 * rows must be added before any is settled, because a conflict rejects the earlier row too.
 */

type ConflictCode = 'R-CONFLICT-PLATE' | 'R-CONFLICT-RENAVAM' | 'R-CONFLICT-UF' | 'R-CONFLICT-OWNER'

/** How a row relates to another one, or to the fleet. */
export type Relation =
  | { readonly code: 'W-DUP' | 'W-MERCOSUL' | ConflictCode; readonly otherLine: number }
  /** `suggestion`: the RENAVAM that the plate has in a fleet of the account. */
  | { readonly code: 'R-CONFLICT-FLEET'; readonly suggestion: string }

/** By the Mercosul form of each plate in the account's fleets, its vehicles. */
export type FleetPlates = ReadonlyMap<string, readonly KnownVehicle[]>

/** A vehicle that the service refused was never known by its RENAVAM. */
export function fleetPlates(vehicles: readonly KnownVehicle[]): FleetPlates {
  const current = vehicles.filter(({ inFleet, state }) => {
    return inFleet && state !== 'refused' && state !== 'removed'
  })
  return Map.groupBy(current, ({ plate }) => mercosulForm(plate))
}

/** A row that is not rejected by itself. */
export interface KnownRow {
  readonly line: number
  readonly plate: string
  readonly renavam: string
  readonly uf: Uf
  /** The same number for the same document. */
  readonly owner: number
  readonly repaired: boolean
  /** The first row of the same vehicle, if this is a later one that agrees with it. */
  first?: KnownRow
  /** On a first row that others repeat: the one of them that is kept. */
  kept?: KnownRow
  duplicate?: Relation
  /** On a first row: a conflict of one row counts for all that agree with it. */
  conflict?: Relation
}

export class Conflicts {
  readonly #byRenavam = new Map<string, KnownRow>()
  /** By the Mercosul form, so that both forms of a plate are one. */
  readonly #byPlate = new Map<string, KnownRow>()
  readonly #fleet: FleetPlates

  constructor(fleet: FleetPlates) {
    this.#fleet = fleet
  }

  add(row: KnownRow): void {
    const plate = mercosulForm(row.plate)
    const same = this.#byRenavam.get(row.renavam)
    const samePlate = this.#byPlate.get(plate)
    if (same === undefined) this.#byRenavam.set(row.renavam, row)
    else if (mercosulForm(same.plate) !== plate) clash(same, row, 'R-CONFLICT-PLATE')
    else if (same.uf !== row.uf) clash(same, row, 'R-CONFLICT-UF')
    else if (same.owner !== row.owner) clash(same, row, 'R-CONFLICT-OWNER')
    else return join(same, row)
    if (samePlate === undefined) this.#byPlate.set(plate, row)
    else clash(samePlate, row, 'R-CONFLICT-RENAVAM')
  }

  /** Whether the vehicle has another row, too. */
  isRepeated(row: KnownRow): boolean {
    return (row.first ?? row).kept !== undefined
  }

  /** Undefined where nothing is to be said against the row. */
  relation(row: KnownRow): Relation | undefined {
    return (row.first ?? row).conflict ?? this.#fleetConflict(row) ?? row.duplicate
  }

  /** Another RENAVAM is mistyped here or was in the fleet, unless a provisional one has ended. */
  #fleetConflict({ plate, renavam }: KnownRow): Relation | undefined {
    const known = (this.#fleet.get(mercosulForm(plate)) ?? []).map((each) => each.renavam)
    const [suggestion] = known
    const isNamed = known.some((each) => each === renavam || this.#byRenavam.has(each))
    if (suggestion === undefined || isNamed) return undefined
    const isDefinite = !isProvisionalRenavam(renavam) && known.every(isProvisionalRenavam)
    const isCorrection = isDefinite || !known.some(hasRenavamCheckDigit)
    if (isCorrection && hasRenavamCheckDigit(renavam)) return undefined
    return { code: 'R-CONFLICT-FLEET', suggestion }
  }
}

/** A plate in its other form is newer: the later row is kept. Otherwise the earlier one is. */
function join(first: KnownRow, row: KnownRow): void {
  row.first = first
  const kept = (first.kept ??= first)
  if (kept.plate === row.plate) row.duplicate = { code: 'W-DUP', otherLine: kept.line }
  else {
    kept.duplicate = { code: 'W-MERCOSUL', otherLine: row.line }
    first.kept = row
  }
}

/** Only the first conflict of a row is reported. */
function clash(one: KnownRow, other: KnownRow, code: ConflictCode): void {
  one.conflict ??= { code, otherLine: other.line }
  other.conflict ??= { code, otherLine: one.line }
}
