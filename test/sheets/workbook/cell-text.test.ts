import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  dateText,
  isDateFormat,
  isoDateText,
  odsTimeText,
} from '../../../src/sheets/workbook/date-text.ts'
import { numberText } from '../../../src/sheets/workbook/number-text.ts'
import {
  decodeOfficeEscapes,
  decodeXmlText,
  encodeOfficeEscapes,
  readAttributes,
} from '../../../src/sheets/workbook/xml-text.ts'

describe('numbers', () => {
  test.each([
    ['12345678901', '12345678901'],
    ['1.2345678901E10', '12345678901'],
    ['1.1222333000181E+13', '11222333000181'],
    ['11222333000181.0', '11222333000181'],
    ['639884962', '639884962'],
    ['1E3', '1000'],
    ['-12.50', '-12,5'],
    ['.5', '0,5'],
    ['0.30000000000000004', '0,3'],
    ['1.1000000000000001', '1,1'],
    ['1.5E-3', '0,0015'],
    ['-0', '0'],
    ['0', '0'],
    ['101', '101'],
  ])('%s is %s', (stored, shown) => {
    expect(numberText(stored)).toBe(shown)
  })

  test.each([
    ['what Excel has rounded keeps its exponent', '1.23456789012345E+17'],
    ['more digits than a spreadsheet keeps stay as they are stored', '12345678901234567'],
    ['no number', 'abc'],
    ['nothing', ''],
    ['more than any program stores', `1${'0'.repeat(4000)}1`],
    ['an overflow', '1E400'],
    ['something tiny', '1E-30'],
  ])('%s', (_, stored) => {
    expect(numberText(stored)).toBe(stored)
  })

  test('every whole number of fifteen digits comes out whole, however it is stored', () => {
    const whole = fc.integer({ min: -(10 ** 15) + 1, max: 10 ** 15 - 1 })
    fc.assert(
      fc.property(whole, (number) => {
        const texts = [`${number}`, number.toExponential(), `${number}.0`, `${number}E0`]
        for (const text of texts) expect(numberText(text)).toBe(`${number}`)
      }),
      { seed: 20261121 },
    )
  })
})

describe('dates', () => {
  test.each([
    ['46037', '15/01/2026'],
    ['46037.4375', '15/01/2026 10:30:00'],
    ['0.4375', '10:30:00'],
    ['1', '01/01/1900'],
    ['61', '01/03/1900'],
    ['2958465', '31/12/9999'],
  ])('day %s is %s', (stored, shown) => {
    expect(dateText(stored, false)).toBe(shown)
  })

  test('days that are counted from 1904', () => {
    expect(dateText('44575', true)).toBe('15/01/2026')
    expect(dateText('0', true)).toBe('01/01/1904')
  })

  test('a RENAVAM in a column of dates is no date', () => {
    expect(dateText('639884962', false)).toBeUndefined()
    expect(dateText('-1', false)).toBeUndefined()
    expect(dateText('', false)).toBeUndefined()
  })

  test.each([
    ['dd/mm/yyyy', true],
    ['[$-416]d\\ "de"\\ mmmm;@', true],
    ['[h]:mm', true],
    ['General', false],
    ['00000000000', false],
    ['000\\.000\\.000\\-00', false],
    ['"R$" #,##0.00', false],
    ['0 "dias"', false],
    ['[Red]0.00', false],
  ])('the format %s shows dates: %s', (code, expected) => {
    expect(isDateFormat(200, code)).toBe(expected)
  })

  test('formats that need no code', () => {
    expect(isDateFormat(14, undefined)).toBe(true)
    expect(isDateFormat(1, undefined)).toBe(false)
  })

  test('OpenDocument writes its dates itself', () => {
    expect(isoDateText('2026-01-15')).toBe('15/01/2026')
    expect(isoDateText('2026-01-15T00:00:00')).toBe('15/01/2026')
    expect(isoDateText('2026-01-15T10:30:00')).toBe('15/01/2026 10:30:00')
    expect(odsTimeText('PT9H05M00S')).toBe('09:05:00')
    expect(odsTimeText('P1D')).toBe('P1D')
  })
})

describe('texts', () => {
  test('references and line ends of XML', () => {
    expect(decodeXmlText('a &amp;&lt;&#65;&#x42;&quot;\r\nb\rc')).toBe('a &<AB"\nb\nc')
    expect(decodeXmlText('&#128169;')).toBe('\u{1f4a9}')
  })

  test.each(['&', '&nbsp;', '&a;', '&#0;', '&#xD800;', '&#x110000;', '&#xFFFE;', '& amp;'])(
    '%s refers to nothing',
    (text) => {
      expect(decodeXmlText(`a${text}b`)).toBeUndefined()
    },
  )

  test('attributes, and what is none', () => {
    expect(readAttributes(' r:id="a" b = \'x&gt;"\' ')).toEqual(
      new Map([
        ['id', 'a'],
        ['b', 'x>"'],
      ]),
    )
    expect(readAttributes(' a="1"b="2"')).toBeUndefined()
    expect(readAttributes(' a=1')).toBeUndefined()
    expect(readAttributes(' a')).toBeUndefined()
    expect(readAttributes(' a="&x;"')).toBeUndefined()
  })

  test('any text survives the escapes of an XLSX', () => {
    const parts = fc.constantFrom('_', 'x', '0041', '_x0041_', '005F', 'é', '_x', 'D83D_')
    fc.assert(
      fc.property(
        fc.array(parts).map((some) => some.join('')),
        (text) => {
          expect(decodeOfficeEscapes(encodeOfficeEscapes(text))).toBe(text)
        },
      ),
      { seed: 20261121 },
    )
  })
})
