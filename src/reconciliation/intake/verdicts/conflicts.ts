import type { Uf } from '../../../fleet/uf.ts'
import { UFS } from '../../../fleet/uf.ts'
import { VehicleTable } from './vehicle-table.ts'

/**
 * Stage six: rows that are the same vehicle, and rows that contradict each other. All rows must be
 * added before any is settled, because a conflict rejects the earlier row too. A row takes some
 * fifty bytes here, whatever it holds.
 */

export interface RowFacts {
  readonly plate: string
  readonly renavam: string
  readonly uf: Uf
  readonly ownerDocument: string
}

export type Settled =
  | { readonly kind: 'kept' }
  | { readonly kind: 'duplicate'; readonly code: DuplicateCode; readonly otherLine: number }
  | { readonly kind: 'conflict'; readonly code: ConflictCode; readonly otherLine: number }

const DUPLICATES = ['W-DUP', 'W-MERCOSUL'] as const
const CONFLICTS = [
  'R-CONFLICT-PLATE',
  'R-CONFLICT-RENAVAM',
  'R-CONFLICT-UF',
  'R-CONFLICT-OWNER',
] as const

type DuplicateCode = (typeof DUPLICATES)[number]
type ConflictCode = (typeof CONFLICTS)[number]

/** Bits of a row's flags: the place of its UF, and whether its plate is of the old form. */
const OLD_PLATE = 32

/** What one row is to another, as stored: 0 nothing, then the duplicates, then the conflicts. */
const FIRST_DUPLICATE = 1
const FIRST_CONFLICT = FIRST_DUPLICATE + DUPLICATES.length

const KEPT: Settled = { kind: 'kept' }

export class Conflicts {
  readonly #byRenavam: VehicleTable
  readonly #byPlate: VehicleTable
  #capacity: number
  #count = 0
  #lastOwner = ''
  #lastOwnerKey = 0
  #lines: Int32Array
  #plates: Int32Array
  #renavams: Float64Array
  #owners: Float64Array
  #flags: Uint8Array
  /** What rows are to each other; empty while no row has anything to do with another: the rule. */
  #relations = new Uint8Array(0)
  /** The row that a relation is with. */
  #others = new Int32Array(0)
  /** The first row of the same vehicle: its conflicts are those of all its duplicates. */
  #leaders = new Int32Array(0)
  /** Of a first row: which of its duplicates stays. */
  #stays = new Int32Array(0)

  /** `expected` rows fit without growing; growing holds old and new numbers at once. */
  constructor(expected = 0) {
    this.#byRenavam = new VehicleTable(expected)
    this.#byPlate = new VehicleTable(expected)
    const capacity = Math.max(64, expected)
    this.#capacity = capacity
    this.#lines = new Int32Array(capacity)
    this.#plates = new Int32Array(capacity)
    this.#renavams = new Float64Array(capacity)
    this.#owners = new Float64Array(capacity)
    this.#flags = new Uint8Array(capacity)
  }

  /** Rows get the numbers 0, 1, 2, ... by which they are settled. */
  add(line: number, row: RowFacts): void {
    if (this.#count === this.#capacity) this.#grow()
    const at = this.#count++
    const plate = plateKey(row.plate)
    const renavam = Number(row.renavam)
    this.#lines[at] = line
    this.#plates[at] = plate
    this.#renavams[at] = renavam
    this.#owners[at] = this.#ownerKey(row.ownerDocument)
    this.#flags[at] = (UF_PLACES.get(row.uf) ?? 0) | (isOldPlate(row.plate) ? OLD_PLATE : 0)
    const first = this.#byRenavam.get(renavam, this.#renavams)
    const samePlate = this.#byPlate.get(plate, this.#plates)
    if (first === -1) this.#byRenavam.add(at, this.#renavams)
    if (samePlate === -1) this.#byPlate.add(at, this.#plates)
    if (first !== -1) this.#compare(first, at)
    if (samePlate !== -1 && samePlate !== first) this.#clash(samePlate, at, 'R-CONFLICT-RENAVAM')
  }

  /** Most fleets have one owner, so the last key is kept. */
  #ownerKey(document: string): number {
    if (document !== this.#lastOwner) {
      this.#lastOwner = document
      this.#lastOwnerKey = ownerKey(document)
    }
    return this.#lastOwnerKey
  }

  #compare(first: number, at: number): void {
    const flags = (this.#flags[first] ?? 0) ^ (this.#flags[at] ?? 0)
    if (this.#plates[first] !== this.#plates[at]) this.#clash(first, at, 'R-CONFLICT-PLATE')
    else if ((flags & ~OLD_PLATE) !== 0) this.#clash(first, at, 'R-CONFLICT-UF')
    else if (this.#owners[first] !== this.#owners[at]) this.#clash(first, at, 'R-CONFLICT-OWNER')
    else this.#join(first, at)
  }

  /** A plate in its other form is newer: the later row stays. Otherwise the earlier one does. */
  #join(first: number, at: number): void {
    this.#makeRelated()
    const stays = this.#stayOf(first)
    this.#leaders[at] = first + 1
    const isOtherForm = (((this.#flags[stays] ?? 0) ^ (this.#flags[at] ?? 0)) & OLD_PLATE) !== 0
    const [leaves, remains] = isOtherForm ? [stays, at] : [at, stays]
    this.#stays[first] = remains + 1
    this.#others[leaves] = remains
    const isClash = (this.#relations[leaves] ?? 0) >= FIRST_CONFLICT
    if (!isClash) this.#relations[leaves] = FIRST_DUPLICATE + (isOtherForm ? 1 : 0)
  }

  #clash(one: number, other: number, code: ConflictCode): void {
    this.#makeRelated()
    const leader = this.#leaderOf(one)
    const relation = FIRST_CONFLICT + CONFLICTS.indexOf(code)
    for (const [row, against] of [
      [leader, other],
      [other, leader],
    ] as const) {
      if ((this.#relations[row] ?? 0) >= FIRST_CONFLICT) continue
      this.#relations[row] = relation
      this.#others[row] = against
    }
  }

  settle(at: number): Settled {
    if (this.#relations.length === 0) return KEPT
    const leader = this.#leaderOf(at)
    const clash = CONFLICTS[(this.#relations[leader] ?? 0) - FIRST_CONFLICT]
    if (clash !== undefined) {
      return { kind: 'conflict', code: clash, otherLine: this.#lineOf(this.#others[leader]) }
    }
    const code = DUPLICATES[(this.#relations[at] ?? 0) - FIRST_DUPLICATE]
    if (code === undefined) return KEPT
    return { kind: 'duplicate', code, otherLine: this.#lineOf(this.#others[at]) }
  }

  #lineOf(row: number | undefined): number {
    return this.#lines[row ?? 0] ?? 0
  }

  /** Stored one higher, so that the zeros of a new array mean the row itself. */
  #leaderOf(row: number): number {
    return (this.#leaders[row] || row + 1) - 1
  }

  #stayOf(row: number): number {
    return (this.#stays[row] || row + 1) - 1
  }

  #makeRelated(): void {
    if (this.#relations.length > 0) return
    this.#relations = new Uint8Array(this.#capacity)
    this.#others = new Int32Array(this.#capacity)
    this.#leaders = new Int32Array(this.#capacity)
    this.#stays = new Int32Array(this.#capacity)
  }

  #grow(): void {
    this.#capacity *= 2
    this.#lines = wider(this.#lines, new Int32Array(this.#capacity))
    this.#plates = wider(this.#plates, new Int32Array(this.#capacity))
    this.#renavams = wider(this.#renavams, new Float64Array(this.#capacity))
    this.#owners = wider(this.#owners, new Float64Array(this.#capacity))
    this.#flags = wider(this.#flags, new Uint8Array(this.#capacity))
    if (this.#relations.length === 0) return
    this.#relations = wider(this.#relations, new Uint8Array(this.#capacity))
    this.#others = wider(this.#others, new Int32Array(this.#capacity))
    this.#leaders = wider(this.#leaders, new Int32Array(this.#capacity))
    this.#stays = wider(this.#stays, new Int32Array(this.#capacity))
  }
}

const UF_PLACES: ReadonlyMap<Uf, number> = new Map(UFS.map((uf, at) => [uf, at] as const))

function wider<Numbers extends Int32Array | Float64Array | Uint8Array>(
  from: Numbers,
  to: Numbers,
): Numbers {
  to.set(from)
  return to
}

function isOldPlate(plate: string): boolean {
  return plate.charCodeAt(4) < 65
}

/**
 * The Mercosul form of a plate as a number of 29 bits; both forms of a plate have one key. The same
 * as `mercosulForm` makes, without making texts: this runs for each row.
 */
function plateKey(plate: string): number {
  const letter = (at: number): number => plate.charCodeAt(at) - 65
  const digit = (at: number): number => plate.charCodeAt(at) - 48
  const fifth = isOldPlate(plate) ? digit(4) : letter(4)
  const letters = ((letter(0) * 26 + letter(1)) * 26 + letter(2)) * 26 + fifth
  return ((letters * 10 + digit(3)) * 10 + digit(5)) * 10 + digit(6)
}

/** Digits are their own key; letters are hashed to 52 bits, enough to tell owners apart. */
function ownerKey(document: string): number {
  const digits = Number(document)
  if (!Number.isNaN(digits)) return document.length === 14 ? digits + 1e14 : digits
  let high = 0x811c9dc5
  let low = 0x9747b28c
  for (let at = 0; at < document.length; at++) {
    const code = document.charCodeAt(at)
    high = Math.imul(high ^ code, 0x01000193)
    low = Math.imul(low + code, 0x5bd1e995) ^ (low >>> 13)
  }
  return -((high >>> 0) * 2 ** 20 + ((low >>> 0) & 0xfffff))
}
