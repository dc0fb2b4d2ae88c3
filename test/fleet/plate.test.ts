import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { finalDigit, mercosulForm, parsePlate, suggestPlates } from '../../src/fleet/plate.ts'

const oldPlate = fc.stringMatching(/^[A-Z]{3}[0-9]{4}$/)
const newPlate = fc.stringMatching(/^[A-Z]{3}[0-9][A-Z][0-9]{2}$/)

describe('plates', () => {
  test('an old plate and its Mercosul form compare equal', () => {
    expect(mercosulForm('ABC1234')).toBe('ABC1C34')
    expect(mercosulForm('ABC4567')).toBe('ABC4F67')
    expect(mercosulForm('ABC1C34')).toBe('ABC1C34')
  })

  test('hyphens, dots, spaces and lower case are normalized away', () => {
    for (const text of ['abc-1234', 'ABC 1234', ' abc.1234 ', 'ABC1234']) {
      expect(parsePlate(text)).toEqual({ ok: true, value: 'ABC1234' })
    }
    expect(parsePlate('koo-5b14')).toEqual({ ok: true, value: 'KOO5B14' })
  })

  test('what is not a plate is refused with its reason', () => {
    expect(parsePlate(' - ')).toEqual({ ok: false, code: 'plate-empty' })
    expect(parsePlate('ZZZ-0000')).toEqual({ ok: false, code: 'plate-placeholder' })
    for (const text of ['ABC12345', 'AB1234', 'ABCD123', 'ABC1DD4', 'АВС1234', '1234ABC']) {
      expect(parsePlate(text)).toEqual({ ok: false, code: 'plate-form' })
    }
  })

  test('a letter that is A to Z only as a capital makes no plate', () => {
    for (const text of ['ſbc1d23', 'ßC1D23', 'ıBC1D23']) expect(parsePlate(text).ok).toBe(false)
  })

  test('a letter O typed for a zero is suggested and never repaired', () => {
    expect(suggestPlates('ABC12O4')).toEqual(['ABC1204'])
    expect(suggestPlates('A8C1234')).toEqual(['ABC1234'])
    expect(suggestPlates('ABCIO23').toSorted()).toEqual(['ABC1023', 'ABC1O23'])
    expect(suggestPlates('ABC1X34')).toEqual([])
    expect(suggestPlates('nonsense')).toEqual([])
  })

  test('every old plate has exactly one Mercosul form, which is a plate with the same end', () => {
    fc.assert(
      fc.property(oldPlate, (plate) => {
        const modern = mercosulForm(plate)
        expect(modern).toMatch(/^[A-Z]{3}[0-9][A-J][0-9]{2}$/)
        expect(finalDigit(modern)).toBe(finalDigit(plate))
        expect(mercosulForm(modern)).toBe(modern)
      }),
    )
  })

  test('a suggestion is always a plate itself', () => {
    fc.assert(
      fc.property(
        fc.oneof(oldPlate, newPlate, fc.string({ unit: 'grapheme', maxLength: 9 })),
        (text) => {
          for (const one of suggestPlates(text)) expect(parsePlate(one).ok).toBe(true)
        },
      ),
    )
  })
})
