/** Vehicles and owners that nobody has: well-formed, with valid check digits, drawn by chance. */
import { documentCheckDigits } from '../../../src/fleet/document.ts'
import { renavamCheckDigit } from '../../../src/fleet/renavam.ts'
import type { Random } from '../../../src/random.ts'

/** By it a person recognizes whose vehicles these are. */
export const NICKNAME = 'frota-conformance'

const DIGITS = '0123456789'
/** Without A, X and Z: people write AAA0000, XXX0000 and ZZZ0000, and ours shows faults for ZZ. */
const LETTERS = 'BCDEFGHIJKLMNOPQRSTUVWY'

function draw(random: Random, from: string, length: number): string {
  const one = (): string => from.charAt(Math.floor(random.next() * from.length))
  return Array.from({ length }, one).join('')
}

/** Normalized, ABC1D23, or ABC1234 of the old form. */
export function inventPlate(random: Random, form: 'old' | 'mercosul' = 'mercosul'): string {
  const fifth = form === 'old' ? DIGITS : LETTERS
  const head = draw(random, LETTERS, 3) + draw(random, DIGITS, 1)
  return head + draw(random, fifth, 1) + draw(random, DIGITS, 2)
}

/** Eleven digits, the first `zeros` of them zero. The next is at most 8: 9 begins provisional ones. */
export function inventRenavam(random: Random, zeros = 0): string {
  const lead = '0'.repeat(zeros) + draw(random, '12345678', 1)
  const ten = lead + draw(random, DIGITS, 10 - lead.length)
  return `${ten}${renavamCheckDigit(ten)}`
}

/** The first two digits differ, because a document of one repeated digit is none. */
export function inventDocument(random: Random, kind: 'cpf' | 'cnpj' = 'cpf'): string {
  const stem = kind === 'cpf' ? `52${draw(random, DIGITS, 7)}` : `52${draw(random, DIGITS, 6)}0001`
  return stem + documentCheckDigits(stem)
}

export interface VehicleBody {
  readonly plate: string
  readonly renavam: string
  readonly uf: string
  readonly owner_document: string
  readonly nickname?: string | undefined
}

export function inventVehicle(random: Random): VehicleBody {
  return {
    plate: inventPlate(random),
    renavam: inventRenavam(random),
    uf: 'SP',
    owner_document: inventDocument(random),
    nickname: NICKNAME,
  }
}
