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

describe('boletos', () => {
  test('the check digits are those of the standard', () => {
    expect(mod10('01230067896')).toBe(3)
    expect(mod11Collection('01230067896')).toBe(0)
  })

  test('a bank line and its barcode are the same boleto', () => {
    const boleto = {
      kind: 'bank',
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
        value: { kind: 'collection', barcode: COLLECTION_BARCODE, line: COLLECTION_LINE },
      })
    }
  })

  test('the due factor begins again at 1000 after 2025-02-21', () => {
    expect(dueDateOfFactor(9999, '2025-02-01')).toBe('2025-02-21')
    expect(dueDateOfFactor(1000, '2026-11-01')).toBe('2025-02-22')
    expect(dueDateOfFactor(1000, '2000-07-03')).toBe('2000-07-03')
    expect(factorOfDueDate('2025-02-21')).toBe(9999)
    expect(factorOfDueDate('2025-02-22')).toBe(1000)
    expect(factorOfDueDate('2000-07-03')).toBe(1000)
  })

  test('what is no boleto is refused with its reason', () => {
    expect(parseBoleto('')).toEqual({ ok: false, code: 'boleto-form' })
    expect(parseBoleto('1'.repeat(46))).toEqual({ ok: false, code: 'boleto-form' })
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
