import { Temporal } from 'temporal-polyfill'
import { bad, good, type Result } from './result.ts'

/**
 * Boletos: the line that people type and the barcode that readers scan, both ways, for bank
 * boletos (47 digits) and for collection ("arrecadação", 48 digits: taxes and fines).
 */

export interface Boleto {
  /** 44 digits. */
  readonly barcode: string
  /** 47 digits (bank) or 48 (collection). */
  readonly line: string
  /** Null when the boleto states no amount, or a reference instead of reais. */
  readonly amountCents: bigint | null
  /** The bank boleto's due factor, see `dueDateOfFactor`; null when there is none. */
  readonly dueFactor: number | null
}

export type BoletoProblem = 'boleto-form' | 'boleto-check-digit'

/** Weights 2, 1, 2, ... from the right; the digits of each product are added. */
export function mod10(digits: string): number {
  let sum = 0
  for (let at = digits.length - 1, weight = 2; at >= 0; at--, weight = 3 - weight) {
    const product = (digits.charCodeAt(at) - 48) * weight
    sum += product > 9 ? product - 9 : product
  }
  return (10 - (sum % 10)) % 10
}

function sum11(digits: string): number {
  let sum = 0
  for (let at = digits.length - 1, weight = 2; at >= 0; at--) {
    sum += (digits.charCodeAt(at) - 48) * weight
    weight = weight === 9 ? 2 : weight + 1
  }
  return sum % 11
}

/** The general check digit of a bank barcode: 0, 10 and 11 become 1, so it is never 0. */
export function mod11Bank(digits: string): number {
  const digit = 11 - sum11(digits)
  return digit > 9 ? 1 : digit
}

/** The check digit of a collection barcode whose value identifier is 8 or 9. */
export function mod11Collection(digits: string): number {
  const rest = sum11(digits)
  if (rest < 2) return 0
  return rest === 10 ? 1 : 11 - rest
}

/** Value identifiers 8 and 9 say modulo 11; 6, 7 and the older ones found on paper modulo 10. */
function collectionModulus(barcode: string): (digits: string) => number {
  return barcode.charAt(2) === '8' || barcode.charAt(2) === '9' ? mod11Collection : mod10
}

function bankLine(barcode: string): string {
  const free = barcode.slice(19)
  const first = barcode.slice(0, 4) + free.slice(0, 5)
  const second = free.slice(5, 15)
  const third = free.slice(15)
  const checked = [first, second, third].map((part) => `${part}${mod10(part)}`).join('')
  return checked + barcode.charAt(4) + barcode.slice(5, 19)
}

function fromBankBarcode(barcode: string): Result<Boleto, BoletoProblem> {
  const digit = mod11Bank(barcode.slice(0, 4) + barcode.slice(5))
  if (barcode.charCodeAt(4) - 48 !== digit) return bad('boleto-check-digit')
  const amount = BigInt(barcode.slice(9, 19))
  const factor = Number(barcode.slice(5, 9))
  return good({
    barcode,
    line: bankLine(barcode),
    amountCents: amount === 0n ? null : amount,
    dueFactor: factor === 0 ? null : factor,
  })
}

function fromCollectionBarcode(barcode: string): Result<Boleto, BoletoProblem> {
  const modulus = collectionModulus(barcode)
  if (barcode.charCodeAt(3) - 48 !== modulus(barcode.slice(0, 3) + barcode.slice(4))) {
    return bad('boleto-check-digit')
  }
  const parts = [0, 11, 22, 33].map((start) => barcode.slice(start, start + 11))
  const amount = BigInt(barcode.slice(4, 15))
  const inReais = barcode.charAt(2) === '6' || barcode.charAt(2) === '8'
  return good({
    barcode,
    line: parts.map((part) => `${part}${modulus(part)}`).join(''),
    amountCents: inReais && amount > 0n ? amount : null,
    dueFactor: null,
  })
}

function fromBarcode(barcode: string): Result<Boleto, BoletoProblem> {
  return barcode.startsWith('8') ? fromCollectionBarcode(barcode) : fromBankBarcode(barcode)
}

function barcodeOfLine(line: string): string {
  if (line.length === 48) {
    return [0, 12, 24, 36].map((start) => line.slice(start, start + 11)).join('')
  }
  const free = line.slice(4, 9) + line.slice(10, 20) + line.slice(21, 31)
  return line.slice(0, 4) + line.charAt(32) + line.slice(33) + free
}

/** Reads a line (with or without dots and spaces) or a barcode; every check digit must hold. */
export function parseBoleto(text: string): Result<Boleto, BoletoProblem> {
  const digits = text.replace(/[\s.-]/g, '')
  if (!/^[0-9]{44,48}$/.test(digits)) return bad('boleto-form')
  if (digits.length === 44) return fromBarcode(digits)
  const isCollection = digits.startsWith('8')
  if (digits.length !== (isCollection ? 48 : 47)) return bad('boleto-form')
  const boleto = fromBarcode(barcodeOfLine(digits))
  if (boleto.ok && boleto.value.line !== digits) return bad('boleto-check-digit')
  return boleto
}

const FACTOR_EPOCH = '1997-10-07'
const FACTOR_CYCLE_DAYS = 9000

/**
 * The date of a due factor. It counts days since 1997-10-07 up to 9999 on 2025-02-21 and began
 * again with 1000 on the next day, so `today` (YYYY-MM-DD) chooses the nearest cycle.
 */
export function dueDateOfFactor(factor: number, today: string): string {
  const day = Temporal.PlainDate.from(today)
  const first = Temporal.PlainDate.from(FACTOR_EPOCH).add({ days: factor })
  if (factor < 1000) return first.toString()
  const cycles = Math.max(0, Math.round(first.until(day).days / FACTOR_CYCLE_DAYS))
  return first.add({ days: cycles * FACTOR_CYCLE_DAYS }).toString()
}

/** The due factor of a date (YYYY-MM-DD), in the cycle that the date falls in. */
export function factorOfDueDate(date: string): number {
  const days = Temporal.PlainDate.from(FACTOR_EPOCH).until(Temporal.PlainDate.from(date)).days
  return days <= 9999 ? days : ((days - 1000) % FACTOR_CYCLE_DAYS) + 1000
}
