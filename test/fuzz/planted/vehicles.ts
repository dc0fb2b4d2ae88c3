/** Vehicles whose four values nobody else in the file has, and how an office writes them. */
import fc from 'fast-check'
import { documentCheckDigits, isCpf } from '../../../src/fleet/document.ts'
import { hasRenavamCheckDigit, renavamCheckDigit } from '../../../src/fleet/renavam.ts'
import { UFS } from '../../../src/fleet/uf.ts'
import { ufOf } from '../../../src/reconciliation/intake/fields/uf-names.ts'
import type { Draw } from '../intake/draw.ts'

export interface PlantedVehicle {
  readonly plate: string
  readonly renavam: string
  readonly uf: string
  readonly owner: string
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const DIGITS = '0123456789'
const TEXTS_PER_POOL = 500
const SEEDS_PER_POOL = 500

function text(draw: Draw, characters: string, length: number): string {
  return Array.from({ length }, () => characters.charAt(draw.whole(characters.length))).join('')
}

function renavam(draw: Draw): string {
  const stem = `0${text(draw, DIGITS, 9)}`
  return stem + renavamCheckDigit(stem)
}

function owner(draw: Draw): string {
  if (draw.once(2)) {
    const stem = text(draw, DIGITS, 9)
    return stem + documentCheckDigits(stem)
  }
  const stem = text(draw, draw.once(4) ? DIGITS + LETTERS : DIGITS, 12)
  return stem + documentCheckDigits(stem)
}

/** A RENAVAM and a CPF that are both the other as well could be swapped without a trace. */
function isTwofold(vehicle: PlantedVehicle): boolean {
  const { renavam: number, owner: document } = vehicle
  return isCpf(number) && document.length === 11 && hasRenavamCheckDigit(document)
}

export function plantVehicle(draw: Draw, uf: string | undefined): PlantedVehicle {
  const fifth = draw.once(2) ? DIGITS : LETTERS
  const vehicle = {
    plate:
      text(draw, LETTERS, 3) + text(draw, DIGITS, 1) + text(draw, fifth, 1) + text(draw, DIGITS, 2),
    renavam: renavam(draw),
    uf: uf ?? draw.one(UFS),
    owner: owner(draw),
  }
  return isTwofold(vehicle) || /^(.)\1+$/.test(vehicle.owner) ? plantVehicle(draw, uf) : vehicle
}

export function writePlate({ plate }: PlantedVehicle, draw: Draw): string {
  const kind = draw.whole(8)
  if (kind === 0) return `${plate.slice(0, 3)}-${plate.slice(3)}`
  return kind === 1 ? plate.toLowerCase() : plate
}

export function writeRenavam({ renavam: number }: PlantedVehicle, draw: Draw): string {
  const kind = draw.whole(10)
  if (kind === 0) return number.replace(/^0{1,2}/, '')
  if (kind === 1) return `'${number}`
  return kind === 2 ? `="${number}"` : number
}

export function writeOwner({ owner: document }: PlantedVehicle, draw: Draw): string {
  if (!draw.once(6)) return document
  return document.length === 11
    ? document.replace(/^(...)(...)(...)(..)$/, '$1.$2.$3-$4')
    : document.replace(/^(..)(...)(...)(....)(..)$/, '$1.$2.$3/$4-$5')
}

/** What people type into free columns; any text at all now and then. */
const NAMES = [
  'Carro 3',
  'Baú 3/4" de 1',
  'Caminhão D’Ávila',
  'Furgão; azul',
  'Zé, o "Grande"',
  'São João\nda Serra',
  'Pátio;\nrua 5, n. 2',
  '"Trovão"',
  'aro 24"',
  "'79",
  '',
  '',
]

const pools = new Map<number, readonly string[]>()

function poolOf(seed: number): readonly string[] {
  const number = Math.floor(seed / SEEDS_PER_POOL)
  const known = pools.get(number)
  if (known !== undefined) return known
  const any = fc.string({ unit: 'grapheme', maxLength: 12 })
  // What reads as a state is one, wherever it came from.
  const pool = fc
    .sample(any, { seed: number, numRuns: TEXTS_PER_POOL })
    .filter((one) => ufOf(one.normalize('NFKC')) === undefined)
  pools.clear()
  pools.set(number, pool)
  return pool
}

export function freeText(draw: Draw, seed: number): string {
  return draw.once(3) ? draw.one(poolOf(seed)) : draw.one(NAMES)
}
