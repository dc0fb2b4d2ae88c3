import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  documentCheckDigits,
  isCnpj,
  isCpf,
  maskDocument,
  parseDocument,
} from '../../src/fleet/document.ts'

const cpfStem = fc.stringMatching(/^[0-9]{9}$/).filter((stem) => !/^(.)\1+$/.test(stem))
const cnpjStem = fc.stringMatching(/^[0-9A-Z]{12}$/).filter((stem) => !/^0+$/.test(stem))

describe('owner documents', () => {
  test('the known CPFs and CNPJs hold', () => {
    for (const one of ['52998224725', '11144477735']) expect(isCpf(one)).toBe(true)
    for (const one of ['12ABC34501DE35', '11222333000181', '00000000000191', '16727230000197']) {
      expect(isCnpj(one)).toBe(true)
    }
  })

  test('punctuation and lower case are read, letters are kept', () => {
    expect(parseDocument('529.982.247-25')).toEqual({
      ok: true,
      value: { document: '52998224725', padded: false },
    })
    expect(parseDocument('12.abc.345/01de-35')).toEqual({
      ok: true,
      value: { document: '12ABC34501DE35', padded: false },
    })
  })

  test('lost zeros come back only when one reading alone is valid', () => {
    const stem = '012345678'
    const cpf = stem + documentCheckDigits(stem)
    expect(parseDocument(cpf.slice(1))).toEqual({
      ok: true,
      value: { document: cpf, padded: true },
    })
    const branch = '006000000001'
    const cnpj = branch + documentCheckDigits(branch)
    expect(parseDocument(cnpj.slice(2))).toEqual({
      ok: true,
      value: { document: cnpj, padded: true },
    })
    expect(parseDocument('123456789')).toEqual({ ok: false, code: 'document-ambiguous' })
  })

  test('what is no document is refused with its reason', () => {
    expect(parseDocument(' ')).toEqual({ ok: false, code: 'document-empty' })
    expect(parseDocument('52998224726')).toEqual({ ok: false, code: 'document-check-digit' })
    expect(parseDocument('11222333000182')).toEqual({ ok: false, code: 'document-check-digit' })
    expect(parseDocument('11111111111')).toEqual({ ok: false, code: 'document-repeated' })
    expect(parseDocument('00000000000000')).toEqual({ ok: false, code: 'document-repeated' })
    expect(parseDocument('1234')).toEqual({ ok: false, code: 'document-form' })
    expect(parseDocument('1ſABC34501DE35')).toEqual({ ok: false, code: 'document-form' })
    expect(parseDocument('ISENTO')).toEqual({ ok: false, code: 'document-form' })
    expect(parseDocument('1,23457E+13')).toEqual({ ok: false, code: 'document-form' })
  })

  test('the mask shows the middle of a CPF and the ends of a CNPJ, never more', () => {
    expect(maskDocument('12345678909')).toBe('***.456.789-**')
    expect(maskDocument('123.456.789-09')).toBe('***.456.789-**')
    expect(maskDocument('12222333000181')).toBe('12.***.***/****-81')
    expect(maskDocument('529982')).toBe('***')
  })

  test('every stem with its check digits is a document, and another last digit is not', () => {
    fc.assert(
      fc.property(cpfStem, cnpjStem, fc.nat({ max: 8 }), (cpf, cnpj, at) => {
        expect(isCpf(cpf + documentCheckDigits(cpf))).toBe(true)
        expect(isCnpj(cnpj + documentCheckDigits(cnpj))).toBe(true)
        const digits = documentCheckDigits(cpf)
        const other = (Number(digits[1]) + 1 + at) % 10
        expect(isCpf(cpf + digits[0] + other)).toBe(false)
      }),
    )
  })

  test('an ordinary CPF with its zeros lost reads back as itself or is refused', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^0[0-9]{8}$/), (stem) => {
        const cpf = stem + documentCheckDigits(stem)
        fc.pre(isCpf(cpf))
        const read = parseDocument(cpf.replace(/^0{1,2}/, ''))
        const document = read.ok ? read.value.document : cpf
        expect(document).toBe(cpf)
      }),
    )
  })
})
