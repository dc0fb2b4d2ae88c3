/**
 * Pure. What a file would change of a fleet, by the rules of its import: a vehicle is its account
 * and its RENAVAM, and a file that names it gives the values that it has a column for.
 */
import { isDeepStrictEqual } from 'node:util'
import { holdsNearlyPlate } from '../../fleet/identities-in-text.ts'
import { mercosulForm } from '../../fleet/plate.ts'
import { isSameVehicle } from '../../fleet/vehicle-identity.ts'
import type { KnownVehicle } from '../../ledger/fleets/known-vehicles.ts'
import type { NamedVehicles } from '../../ledger/vehicles/vehicle-changes.ts'
import { byNames, namesIn } from './find-missing.ts'
import { givenVehicle, type GivenVehicle } from './given-values.ts'
import type { JudgedRow, Understood } from './judged.ts'
import type { OwnerMarks } from './owner-marks.ts'

/** Plates that are named of each class; the counts are of all. */
const EXAMPLES_MAX = 10

/** `plateForm`: the other form of the same plate; `fleet`: it comes from another of the account. */
const NO_CHANGES = {
  fleet: 0,
  plate: 0,
  plateForm: 0,
  uf: 0,
  ownerDocument: 0,
  nickname: 0,
  costCentre: 0,
  extras: 0,
}

export type Change = keyof typeof NO_CHANGES
export type Compared = ReturnType<Comparison['result']>
export type Difference = Compared['difference']

export class VehicleClass {
  readonly examples: string[] = []
  count = 0

  add(plate: string): void {
    this.count += 1
    if (this.examples.length < EXAMPLES_MAX) this.examples.push(plate)
  }
}

/** Plates that one line names; `--json` has more. */
const PLATES_SHOWN_MAX = 3

/** `ABC1D23, DEF5G67, …` */
export function shownPlates({ count, examples }: NamedVehicles): string {
  const shown = examples.slice(0, PLATES_SHOWN_MAX).join(', ')
  return `${shown}${count > PLATES_SHOWN_MAX ? ', …' : ''}`
}

interface SomeRows {
  count: number
  /** Of the first; 0 while there is none. */
  line: number
}

interface RejectedRows extends SomeRows {
  /** Vehicles of the fleet whose plate or RENAVAM stands in one of them. */
  readonly named: Set<KnownVehicle>
}

export class Comparison {
  readonly #known: ReadonlyMap<string, KnownVehicle>
  readonly #waiting: ReadonlySet<string>
  readonly #abroad: ReadonlySet<string>
  readonly #elsewhere = new VehicleClass()
  readonly #named = new Set<KnownVehicle>()
  readonly #rejected: RejectedRows = { count: 0, line: 0, named: new Set() }
  readonly #footers: SomeRows = { count: 0, line: 0 }
  #names: ReadonlyMap<string, KnownVehicle> | undefined
  readonly #changes = { ...NO_CHANGES }
  readonly #added = new VehicleClass()
  readonly #changed = new VehicleClass()
  readonly #returning = new VehicleClass()
  readonly #moved = new Map<string, VehicleClass>()
  #unchanged = 0
  #ownersKept = 0
  #toAsk = 0

  /**
   * `waiting`: the vehicles that wait to be asked already, by their ids. `abroad`: RENAVAMs in
   * fleets of other accounts.
   */
  constructor(
    known: readonly KnownVehicle[],
    waiting: ReadonlySet<string>,
    abroad: ReadonlySet<string>,
  ) {
    this.#abroad = abroad
    this.#known = new Map(known.map((vehicle) => [vehicle.renavam, vehicle]))
    this.#waiting = waiting
  }

  /** Takes each row of a file once. */
  take(row: JudgedRow, file: Pick<Understood, 'columns' | 'extras'>, owners: OwnerMarks): void {
    const { vehicle, verdict } = row
    if (verdict === 'rejected') this.#reject(row)
    const { rawCells } = row
    if (verdict === 'skipped' && rawCells.some(holdsNearlyPlate)) count(this.#footers, row)
    if (vehicle === undefined) return
    this.add(givenVehicle(vehicle, file), owners.of(vehicle.ownerDocument).ownerHash)
  }

  /** A row that cannot be used still says that its vehicle is in the file. */
  #reject(row: JudgedRow): void {
    const rejected = this.#rejected
    count(rejected, row)
    const current = () => [...this.#known.values()].filter(({ isOwn, inFleet }) => isOwn && inFleet)
    this.#names ??= byNames(current())
    for (const name of row.rawCells.flatMap(namesIn)) {
      const known = this.#names.get(name)
      if (known !== undefined) rejected.named.add(known)
    }
  }

  /** Takes an accepted row, of which a file has one for each RENAVAM. */
  add(given: GivenVehicle, ownerHash: string): void {
    if (this.#abroad.has(given.renavam)) this.#elsewhere.add(given.plate)
    const known = this.#known.get(given.renavam)
    if (known === undefined) {
      this.#added.add(given.plate)
      this.#toAsk += 1
      return
    }
    this.#named.add(known)
    if (!known.isOwn) this.#move(known.fleet, given.plate)
    const changes = changesOf(known, given, ownerHash)
    const isReturning = !known.inFleet || known.state === 'removed'
    if (isReturning) this.#returning.add(given.plate)
    else if (changes.length === 0) this.#unchanged += 1
    else this.#changed.add(given.plate)
    if (!isReturning) for (const change of changes) this.#changes[change] += 1
    if (known.state === 'registered' && changes.includes('ownerDocument')) this.#ownersKept += 1
    const isAsked = isReturning || known.state === 'planned' || !isSameVehicle(known, given)
    if (isAsked || this.#waiting.has(known.id)) this.#toAsk += 1
  }

  #move(fleet: string, plate: string): void {
    const moved = this.#moved.get(fleet) ?? new VehicleClass()
    this.#moved.set(fleet, moved)
    moved.add(plate)
  }

  result() {
    const own = [...this.#known.values()].filter(({ isOwn }) => isOwn)
    const { named, count: rejected, line } = this.#rejected
    const keptOnes = own.filter((vehicle) => named.has(vehicle) && !this.#named.has(vehicle))
    const kept = new VehicleClass()
    for (const { plate } of keptOnes) kept.add(plate)
    const unnamed = own.filter((each) => !this.#named.has(each) && !named.has(each))
    const current = own.filter(({ inFleet }) => inFleet).length
    const missing = new VehicleClass()
    for (const { inFleet, plate } of unnamed) if (inFleet) missing.add(plate)
    const removable = unnamed.filter(({ state }) => state === 'registered')
    const others = [...this.#known.values()].filter(({ isOwn, inFleet }) => !isOwn && inFleet)
    return {
      difference: {
        added: this.#added,
        changed: this.#changed,
        /** How many of the changed vehicles have which change; one may have several. */
        changes: this.#changes,
        /** Inactive or removed vehicles that the file names again. */
        returning: this.#returning,
        /** By the fleet from which the file takes them; they count above, too. */
        moved: Array.from(this.#moved, ([fleet, { count, examples }]) => ({
          fleet,
          count,
          examples,
        })),
        elsewhere: this.#elsewhere,
        /** Vehicles that only rejected rows name: they stay as they are known. */
        kept,
        missing,
        unchanged: this.#unchanged,
        /** Registered vehicles with another owner, which an import keeps unless told otherwise. */
        ownersKept: this.#ownersKept,
      },
      overlap: {
        current,
        shared: current - missing.count,
        registered: own.filter(({ state }) => state === 'registered').length,
        removable: removable.length,
        rejected,
        /** The line of the first rejected row. */
        line,
        /** Of each other fleet: how many vehicles it has, and how many of them the file takes. */
        taken: [...Map.groupBy(others, ({ fleet }) => fleet).values()].map((theirs) => ({
          current: theirs.length,
          count: theirs.filter((each) => this.#named.has(each)).length,
        })),
      },
      /** Skipped rows that have something like a plate. */
      footers: this.#footers,
      keptIds: keptOnes.map(({ id }) => id),
      /** Vehicles at the service that the file does not name. */
      removable,
      /** How many vehicles an import would leave waiting for an answer. */
      toAsk: this.#toAsk,
    }
  }
}

function count(rows: SomeRows, { line }: JudgedRow): void {
  if (rows.count === 0) rows.line = line
  rows.count += 1
}

function changesOf(known: KnownVehicle, given: GivenVehicle, ownerHash: string): Change[] {
  const { nickname = known.nickname, costCentre = known.costCentre } = given
  const all = Object.entries({ ...known.extras, ...given.extras })
  const extras = Object.fromEntries(all.filter(([, cell]) => cell !== null))
  const isOther = known.plate !== given.plate
  const isForm = mercosulForm(known.plate) === mercosulForm(given.plate)
  const changes: (Change | false)[] = [
    !known.isOwn && 'fleet',
    isOther && (isForm ? 'plateForm' : 'plate'),
    known.uf !== given.uf && 'uf',
    known.ownerHash !== ownerHash && 'ownerDocument',
    known.nickname !== nickname && 'nickname',
    known.costCentre !== costCentre && 'costCentre',
    !isDeepStrictEqual({ ...known.extras }, extras) && 'extras',
  ]
  return changes.filter((change) => change !== false)
}
