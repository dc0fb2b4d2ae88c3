/** Imported files and their rows; the store is in imports-sql.ts and imports-apply.ts. */
import type { Verdict } from '../schema/tables.ts'
import type { NamedVehicles, NotedChanges } from '../vehicles/vehicle-changes.ts'

export interface ReceivedFile {
  fleetId: string
  fileName: string
  sha256: string
  byteLength: number
  /** A keyed hash of the file's defaults: the same bytes with other defaults are another import. */
  defaultsHash: string
  at: Date
}

export interface ImportRow {
  line: number
  verdict: Verdict
  renavam?: string
  plate?: string
  uf?: string
  /** Like the two below, absent where the file has no such column: what is known stays. */
  nickname?: string
  costCentre?: string
  extras?: Readonly<Record<string, string | null>>
  ownerSealed?: Uint8Array
  ownerHash?: string
  ownerMasked?: string
  /** 14 characters; empty for a person. */
  ownerCnpj?: string
  /** What was repaired or refused: code, column, value (documents masked), suggestion. */
  issues: readonly object[]
  /** The sealed cells of a row that was not accepted. */
  raw?: Uint8Array
}

/** read = accepted + repaired + rejected + duplicate + skipped, always. */
export interface RowCounts {
  readonly read: number
  readonly accepted: number
  readonly repaired: number
  readonly rejected: number
  readonly duplicate: number
  readonly skipped: number
}

export interface Import extends RowCounts {
  id: string
  fleetId: string
  fileName: string
  sha256: string
  byteLength: number
  state: 'received' | 'applied' | 'refused'
  refusal: object | null
  understood: object | null
  vehiclesAdded: number
  vehiclesChanged: number
  vehiclesMissing: number
  /** Null until it is applied, and for one that was applied before they were kept. */
  notes: AppliedNotes | null
  receivedAt: Date
  finishedAt: Date | null
}

/** The judged file, and what a person asked for beside applying it. */
export interface JudgedImport {
  understood: object
  counts: RowCounts
  at: Date
  /** Another owner's document is sent to the service for a vehicle that is registered. */
  updateOwners?: boolean
  /** Vehicles that the file no longer names are removed at the service. */
  deactivateMissing?: boolean
  /** What in the file keeps them from being removed. */
  removalsHeld?: RemovalsHeld | undefined
  moved?: readonly MovedVehicles[]
  elsewhere?: NamedVehicles
  kept?: NamedVehicles
  /** Inactive or removed vehicles that the file names again. */
  returning?: NamedVehicles
  /** Vehicles that stay in the fleet, because a rejected row names them. */
  keptIds?: readonly string[]
}

/** Vehicles that a file takes from another fleet of the account. */
export interface MovedVehicles extends NamedVehicles {
  fleet: string
}

/** Why no removal was asked although a person wanted it: these may be the missing vehicles. */
export interface RemovalsHeld {
  /**
   * `rejected`: rows that were rejected; `footer`: rows that were skipped and have something like a
   * plate; `named`: missing vehicles whose plate or RENAVAM stands somewhere in the file.
   */
  why: 'rejected' | 'footer' | 'named'
  count: number
  /** The line of the first of them, where it is known. */
  line?: number
  /** Of the line, where it is another one than that of the fleet. */
  sheet?: string
  plate?: string
}

/** Shown to people about an applied import, beside its counts, and stored with it. */
export interface AppliedNotes {
  /** Registered vehicles whose owner in the file is another one, which was not taken over. */
  ownersDiffer: number
  /** The vehicles of these counts; absent from what was noted before they were named. */
  named?: Partial<NotedChanges['named'] & Record<'askedAnew' | 'missing', NamedVehicles>>
  /** Vehicles that are asked about anew, because the file gives them another plate or state. */
  askedAnew?: number
  /** Values that a person had corrected and that the file overwrites. */
  mendsOverwritten: number
  /** Vehicles that are removed at the service because the file does not name them. */
  removalsAsked: number
  removalsHeld: RemovalsHeld | null
  moved?: readonly MovedVehicles[]
  /** Vehicles that stand in a fleet of another account, too. */
  elsewhere?: NamedVehicles
  /** Vehicles that stay in the fleet as they were, because their rows were rejected. */
  kept?: NamedVehicles
  /** Inactive or removed vehicles that came back. */
  returning?: NamedVehicles
}

export interface AppliedImport extends AppliedNotes {
  added: number
  changed: number
  /** Vehicles of the fleet that the file no longer names: they leave the plan, never the account. */
  missing: number
}
