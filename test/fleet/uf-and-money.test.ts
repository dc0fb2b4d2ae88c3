import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  displayCents,
  formatCents,
  formatCentsComma,
  parseCents,
  parseReais,
} from '../../src/fleet/money.ts'
import { isUf, parseUf, UFS, ufName } from '../../src/fleet/uf.ts'

describe('states', () => {
  test('there are 27, each readable by its abbreviation and its name', () => {
    expect(UFS).toHaveLength(27)
    for (const uf of UFS) {
      expect(parseUf(uf.toLowerCase())).toEqual({ ok: true, value: uf })
      expect(parseUf(ufName(uf))).toEqual({ ok: true, value: uf })
    }
    expect(parseUf('SAO PAULO')).toEqual({ ok: true, value: 'SP' })
  })

  test('unknown states are refused', () => {
    expect(parseUf('XX')).toEqual({ ok: false, code: 'uf-unknown' })
    expect(parseUf('Buenos Aires')).toEqual({ ok: false, code: 'uf-unknown' })
    expect(parseUf('  ')).toEqual({ ok: false, code: 'uf-empty' })
    expect(isUf('toString')).toBe(false)
  })
})

describe('money', () => {
  test('decimal strings become cents', () => {
    expect(parseCents('1234.56')).toEqual({ ok: true, value: 123456n })
    expect(parseCents('-10.5')).toEqual({ ok: true, value: -1050n })
    expect(parseCents('7')).toEqual({ ok: true, value: 700n })
    for (const text of ['', '1,5', '1.234', '1e3', ' 1', '.5', '1.', 'NaN', '9'.repeat(16)]) {
      expect(parseCents(text)).toEqual({ ok: false, code: 'money-form' })
    }
  })

  test('people see reais in their own notation', () => {
    expect(displayCents(123456789n)).toBe('R$ 1.234.567,89')
    expect(displayCents(123456789n, 'en')).toBe('R$ 1,234,567.89')
    expect(displayCents(-5n)).toBe('-R$ 0,05')
    expect([displayCents(0n), formatCents(0n)]).toEqual(['R$ 0,00', '0.00'])
    expect(formatCentsComma(-1250n)).toBe('-12,50')
  })

  test('an option takes reais with either decimal mark, and refuses what is ambiguous', () => {
    for (const text of ['1.234,56', ' 1234.56 ', '1234,56', 'r$1.234,56', 'R$  1,234.56']) {
      expect(parseReais(text)).toEqual({ ok: true, value: 123456n })
    }
    expect(parseReais('1500')).toEqual({ ok: true, value: 150000n })
    expect(parseReais('1.234.567')).toEqual({ ok: true, value: 123456700n })
    for (const text of ['1.234', '12,345', '5 R$ 5', '-5', 'dez', '1.23,45', '1,23,45']) {
      expect(parseReais(text)).toEqual({ ok: false, code: 'money-form' })
    }
  })

  test('cents written are the cents read', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 16n), max: 10n ** 16n }), (cents) => {
        expect(parseCents(formatCents(cents))).toEqual({ ok: true, value: cents })
        const owed = cents < 0n ? -cents : cents
        expect(parseReais(displayCents(owed))).toEqual({ ok: true, value: owed })
        expect(parseReais(displayCents(owed, 'en'))).toEqual({ ok: true, value: owed })
      }),
    )
  })
})
