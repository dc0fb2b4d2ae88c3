import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  isProvisionalRenavam,
  padRenavam,
  parseRenavam,
  renavamCheckDigit,
} from '../../src/fleet/renavam.ts'

const digits = (length: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length })

describe('RENAVAM', () => {
  test('the known numbers hold', () => {
    for (const one of ['26827649960', '00639884962', '01284762677', '00965904008', '01315049861']) {
      expect(parseRenavam(one)).toEqual({ ok: true, value: one })
    }
  })

  test('zeros that a spreadsheet dropped are put back', () => {
    expect(parseRenavam('639884962')).toEqual({ ok: true, value: '00639884962' })
    expect(parseRenavam('1284762677')).toEqual({ ok: true, value: '01284762677' })
  })

  test('what is no RENAVAM is refused with its reason', () => {
    expect(parseRenavam('')).toEqual({ ok: false, code: 'renavam-empty' })
    expect(parseRenavam('12345678')).toEqual({ ok: false, code: 'renavam-length' })
    expect(parseRenavam('123456789012')).toEqual({ ok: false, code: 'renavam-length' })
    expect(parseRenavam('0063988496A')).toEqual({ ok: false, code: 'renavam-characters' })
    expect(padRenavam('00000000000')).toEqual({ ok: false, code: 'renavam-repeated' })
    expect(padRenavam('77777777777')).toEqual({ ok: false, code: 'renavam-repeated' })
    expect(parseRenavam('26827649961')).toEqual({ ok: false, code: 'renavam-check-digit' })
  })

  test('one that starts with 9 is provisional', () => {
    expect(isProvisionalRenavam('90639884962')).toBe(true)
    expect(isProvisionalRenavam('00963988496')).toBe(false)
  })

  test('a wrong last digit never passes', () => {
    fc.assert(
      fc.property(digits(10), fc.integer({ min: 1, max: 9 }), (ten, off) => {
        const stem = ten.join('')
        const digit = renavamCheckDigit(stem)
        expect(parseRenavam(`${stem}${(digit + off) % 10}`).ok).toBe(false)
      }),
    )
  })
})
