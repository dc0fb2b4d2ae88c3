/** Vehicles and owners that nobody has: well-formed, with valid check digits, drawn by chance. */
import { documentCheckDigits, isCnpj, isCpf } from '../fleet/document.ts'
import { isMadeUpPlate } from '../fleet/plate.ts'
import { renavamCheckDigit } from '../fleet/renavam.ts'
import type { Random } from '../random.ts'

/** By it a person recognizes what a probe left behind. */
export const NICKNAME = 'frota-probe'

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const DRAWS_MAX = 100

function digits(random: Random, length: number): string {
  return Array.from({ length }, () => Math.floor(random.next() * 10)).join('')
}

function letters(random: Random, length: number): string {
  return Array.from({ length }, () => LETTERS.charAt(Math.floor(random.next() * 26))).join('')
}

function drawUntil(draw: () => string, isFine: (text: string) => boolean): string {
  for (let tries = 0; tries < DRAWS_MAX; tries += 1) {
    const text = draw()
    if (isFine(text)) return text
  }
  throw new Error('Chance keeps drawing what is not allowed.')
}

/** Normalized: ABC1234 or ABC1D23. */
export function inventPlate(random: Random, form: 'old' | 'mercosul'): string {
  const draw = (): string =>
    form === 'old'
      ? letters(random, 3) + digits(random, 4)
      : letters(random, 3) + digits(random, 1) + letters(random, 1) + digits(random, 2)
  return drawUntil(draw, (plate) => !isMadeUpPlate(plate))
}

/** Eleven digits, the first `zeros` of them zero; never a provisional one (those begin with 9). */
export function inventRenavam(random: Random, zeros: 0 | 1 | 2): string {
  const lead = '0'.repeat(zeros) + (1 + Math.floor(random.next() * 8)).toString()
  const ten = lead + digits(random, 10 - lead.length)
  return `${ten}${renavamCheckDigit(ten)}`
}

/** Eleven digits. */
export function inventCpf(random: Random): string {
  const draw = (): string => {
    const stem = digits(random, 9)
    return stem + documentCheckDigits(stem)
  }
  return drawUntil(draw, isCpf)
}

/** Fourteen digits. */
export function inventCnpj(random: Random): string {
  const draw = (): string => {
    const stem = `${digits(random, 8)}0001`
    return stem + documentCheckDigits(stem)
  }
  return drawUntil(draw, isCnpj)
}
