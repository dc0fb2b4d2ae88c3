import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Temporal } from 'temporal-polyfill'
import {
  dueDateOfFactor,
  factorOfDueDate,
  mod10,
  mod11Bank,
  mod11Collection,
  parseBoleto,
} from '../../src/fleet/boleto.ts'

const BANK_BARCODE = '00193373700000001000500940144816060680935031'
const BANK_LINE = '00190500954014481606906809350314337370000000100'
const COLLECTION_BARCODE = '82210000215048200974123220154098290108605940'
const COLLECTION_LINE = '822100002150048200974128322015409822901086059408'

/** By the standard's own words: weights 2 and 1 from the right, the products' digits added. */
function byTens(digits: string): number {
  const products = digits
    .split('')
    .toReversed()
    .map((digit, at) => Number(digit) * (at % 2 === 0 ? 2 : 1))
  const sum = products
    .join('')
    .split('')
    .reduce((all, digit) => all + Number(digit), 0)
  return (10 - (sum % 10)) % 10
}

/** Weights 2 to 9 from the right; a remainder of 0 or 1 gives 0, one of 10 gives 1. */
function byElevens(digits: string): number {
  const sum = digits
    .split('')
    .toReversed()
    .reduce((all, digit, at) => all + Number(digit) * ((at % 8) + 2), 0)
  const special = new Map([
    [0, 0],
    [1, 0],
    [10, 1],
  ])
  return special.get(sum % 11) ?? 11 - (sum % 11)
}

describe('boletos', () => {
  test('the check digits are those of the standard', () => {
    expect(mod10('01230067896')).toBe(3)
    expect(mod11Collection('01230067896')).toBe(0)
  })

  test('a bank line and its barcode are the same boleto', () => {
    const boleto = {
      barcode: BANK_BARCODE,
      line: BANK_LINE,
      amountCents: 100n,
      dueFactor: 3737,
    }
    expect(parseBoleto(BANK_BARCODE)).toEqual({ ok: true, value: boleto })
    expect(parseBoleto(BANK_LINE)).toEqual({ ok: true, value: boleto })
    expect(parseBoleto('00190.50095 40144.816069 06809.350314 3 37370000000100')).toEqual({
      ok: true,
      value: boleto,
    })
  })

  test('a collection line and its barcode are the same boleto', () => {
    for (const text of [COLLECTION_BARCODE, COLLECTION_LINE]) {
      expect(parseBoleto(text)).toMatchObject({
        ok: true,
        value: { barcode: COLLECTION_BARCODE, line: COLLECTION_LINE },
      })
    }
  })

  test('the value identifier of a collection says which modulus holds and what the amount is', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[0-9]{29}$/),
        fc.nat({ max: 10 ** 11 - 1 }),
        (rest, cents) => {
          for (const id of ['6', '7', '8', '9']) {
            const body = `${cents}`.padStart(11, '0') + rest
            const digit = id < '8' ? byTens(`81${id}${body}`) : byElevens(`81${id}${body}`)
            const barcode = `81${id}${digit}${body}`
            const isReais = (id === '6' || id === '8') && cents > 0
            const boleto = parseBoleto(barcode)
            expect(boleto).toMatchObject({
              ok: true,
              value: { amountCents: isReais ? BigInt(cents) : null, dueFactor: null },
            })
            const line = boleto.ok ? boleto.value.line : ''
            expect(parseBoleto(line)).toEqual(boleto)
            const wrong = `81${id}${(digit + 1) % 10}${body}`
            expect(parseBoleto(wrong)).toEqual({ ok: false, code: 'boleto-check-digit' })
          }
        },
      ),
    )
  })

  test('a bank boleto without amount and due date has none', () => {
    const rest = `${'0'.repeat(14)}${'7'.repeat(25)}`
    const barcode = `0019${mod11Bank(`0019${rest}`)}${rest}`
    expect(parseBoleto(barcode)).toMatchObject({
      ok: true,
      value: { amountCents: null, dueFactor: null },
    })
    const wrong = `0019${(mod11Bank(`0019${rest}`) % 9) + 1}${rest}`
    expect(parseBoleto(wrong)).toEqual({ ok: false, code: 'boleto-check-digit' })
  })

  test('the check digits of remainders 0, 1 and 10 are those of the standard', () => {
    // Remainders of 2 x digit: 0, 10 (5 x 2), and 1 (6 x 2).
    expect(['0', '5', '6'].map(mod11Bank)).toEqual([1, 1, 1])
    expect(['0', '5', '6', '1'].map(mod11Collection)).toEqual([0, 1, 0, 9])
  })

  test('the due factor begins again at 1000 after 2025-02-21', () => {
    expect(dueDateOfFactor(9999, '2025-02-01')).toBe('2025-02-21')
    expect(dueDateOfFactor(1000, '2026-11-01')).toBe('2025-02-22')
    expect(dueDateOfFactor(1000, '2000-07-03')).toBe('2000-07-03')
    // Lower factors were given before 2000 and never again.
    expect(dueDateOfFactor(999, '2026-11-01')).toBe('2000-07-02')
    expect(factorOfDueDate('2049-10-13')).toBe(9999)
    expect(factorOfDueDate('2049-10-14')).toBe(1000)
    expect(factorOfDueDate('2025-02-21')).toBe(9999)
    expect(factorOfDueDate('2025-02-22')).toBe(1000)
    expect(factorOfDueDate('2000-07-03')).toBe(1000)
  })

  test('what is no boleto is refused with its reason', () => {
    expect(parseBoleto('')).toEqual({ ok: false, code: 'boleto-form' })
    for (const form of ['1'.repeat(46), '1'.repeat(43), `x${BANK_BARCODE}`, `${BANK_BARCODE}x`]) {
      expect(parseBoleto(form)).toEqual({ ok: false, code: 'boleto-form' })
    }
    expect(parseBoleto(`9${BANK_LINE.slice(1)}`)).toEqual({ ok: false, code: 'boleto-check-digit' })
    expect(parseBoleto(COLLECTION_LINE.replace(/8$/, '7'))).toEqual({
      ok: false,
      code: 'boleto-check-digit',
    })
  })

  test('any bank barcode survives its line, and a mistyped digit is seen', () => {
    const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`))
    const stem = fc.tuple(digits(3), digits(39)).filter(([bank]) => !bank.startsWith('8'))
    fc.assert(
      fc.property(stem, fc.nat({ max: 31 }), ([bank, rest], at) => {
        const head = `${bank}9`
        const barcode = `${head}${mod11Bank(head + rest)}${rest}`
        const boleto = parseBoleto(barcode)
        if (!boleto.ok) throw new Error(boleto.code)
        const { line } = boleto.value
        expect(parseBoleto(line)).toEqual(boleto)
        const typo = line.slice(0, at) + ((Number(line[at]) + 1) % 10) + line.slice(at + 1)
        // Only the three fields of modulo 10: modulo 11 has one digit for three remainders.
        expect(parseBoleto(typo).ok).toBe(false)
      }),
    )
  })

  test('a due date within ten years of today survives its factor', () => {
    fc.assert(
      fc.property(fc.integer({ min: -3650, max: 3650 }), (days) => {
        const today = Temporal.PlainDate.from('2026-11-01')
        const due = today.add({ days }).toString()
        expect(dueDateOfFactor(factorOfDueDate(due), today.toString())).toBe(due)
      }),
    )
  })
})
