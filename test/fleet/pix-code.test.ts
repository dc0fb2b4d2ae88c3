import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { PixCode } from '../../src/fleet/pix-code.ts'
import { checkPixCode, crc16, encodePixCode, parsePixCode } from '../../src/fleet/pix-code.ts'

const base: PixCode = {
  key: 'nao-pagar@exemplo.invalid',
  url: null,
  amountCents: 12345n,
  merchantName: 'ORGAO SIMULADO',
  merchantCity: 'SAO PAULO',
  txid: 'frota0001',
  dynamic: false,
}

const written = (code: PixCode): string => {
  const encoded = encodePixCode(code)
  if (!encoded.ok) throw new Error(encoded.code)
  return encoded.value
}

describe('Pix codes', () => {
  test('the CRC is the one of the standard', () => {
    expect(crc16('123456789')).toBe('29B1')
  })

  test('a code begins and ends as the standard says', () => {
    const text = written({ ...base, dynamic: true, key: null, url: 'pix.exemplo.invalid/v2/1' })
    expect(text).toMatch(/^00020101021226[0-9]{2}0014br\.gov\.bcb\.pix25/)
    expect(text).toContain('5204000053039865406123.455802BR')
    expect(text).toMatch(/6304[0-9A-F]{4}$/)
  })

  test('accents are dropped from names, and names are cut to their length', () => {
    const name = 'SECRETARIA DA FAZENDA DE SÃO PAULO'
    const read = parsePixCode(written({ ...base, merchantName: name, merchantCity: 'BRASÍLIA' }))
    expect(read).toMatchObject({
      ok: true,
      value: { merchantName: 'SECRETARIA DA FAZENDA DE ', merchantCity: 'BRASILIA' },
    })
  })

  test('a code is shown only when its CRC holds and it asks for the order’s total', () => {
    const text = written(base)
    expect(checkPixCode(text, 12345n).ok).toBe(true)
    expect(checkPixCode(text, 12346n)).toEqual({ ok: false, code: 'pix-amount' })
    expect(checkPixCode(text.replace('123.45', '923.45'), 92345n)).toEqual({
      ok: false,
      code: 'pix-crc',
    })
    expect(checkPixCode('', 1n)).toEqual({ ok: false, code: 'pix-empty' })
    expect(checkPixCode(written({ ...base, amountCents: null }), 1n)).toEqual({
      ok: false,
      code: 'pix-amount',
    })
    expect(parsePixCode('https://exemplo.invalid')).toEqual({ ok: false, code: 'pix-form' })
    const notPix = text.replace('br.gov.bcb.pix', 'br.gov.bcb.xip').slice(0, -4)
    expect(parsePixCode(notPix + crc16(notPix))).toEqual({ ok: false, code: 'pix-not-pix' })
  })

  test('what cannot be written is refused', () => {
    expect(encodePixCode({ ...base, txid: 'with space' })).toEqual({ ok: false, code: 'pix-form' })
    expect(encodePixCode({ ...base, key: null })).toEqual({ ok: false, code: 'pix-form' })
    expect(encodePixCode({ ...base, amountCents: 0n })).toEqual({ ok: false, code: 'pix-amount' })
    const unwritable: Partial<PixCode>[] = [
      { merchantName: '中' },
      { merchantCity: ' ' },
      { key: 'with space' },
      { key: 'k'.repeat(78) },
      { key: 'chave ' },
      { key: ' chave' },
    ]
    for (const part of unwritable) {
      expect(encodePixCode({ ...base, ...part })).toEqual({ ok: false, code: 'pix-form' })
    }
    expect(encodePixCode({ ...base, key: 'k'.repeat(77) }).ok).toBe(true)
  })

  test('a code with a true CRC and broken fields is refused', () => {
    const crcOf = (body: string): string => `${body}6304${crc16(`${body}6304`)}`
    const account = '26180014br.gov.bcb.pix'
    const rest = '5204000053039865802BR'
    const body = `000201${account}${rest}5901N6001C62070503***`
    expect(parsePixCode(` ${crcOf(body)}\n`)).toMatchObject({ ok: true, value: { txid: '***' } })
    const broken = [
      body.replace('000201', '0002010002XX'),
      body.replace('5901N', '5999N'),
      body.replace('5901N', 'AB01N'),
      body.replace('5901N', '59'),
      body.replace('0014br', '0019br'),
      body.replace('0503***', '0509***'),
      body.replace('0503***', 'xx03***'),
      body.replace('62070503***', '6207050****').replace('6001C', '6009C'),
    ]
    for (const text of broken) {
      expect(parsePixCode(crcOf(text))).toEqual({ ok: false, code: 'pix-form' })
    }
    const priced = body.replace('5802BR', '5403abc5802BR')
    expect(parsePixCode(crcOf(priced))).toEqual({ ok: false, code: 'pix-amount' })
    expect(parsePixCode(`${crcOf(body)}0`)).toEqual({ ok: false, code: 'pix-form' })
  })

  test('every code written reads back, and no single changed character goes unseen', () => {
    const code = fc.record({
      key: fc.stringMatching(/^[a-z0-9@.-]{1,70}$/),
      url: fc.constant(null),
      amountCents: fc.option(fc.bigInt({ min: 1n, max: 99_999_999_999n })),
      merchantName: fc.stringMatching(/^[A-Z][A-Z ]{0,23}[A-Z]$/),
      merchantCity: fc.stringMatching(/^[A-Z][A-Z ]{0,13}[A-Z]$/),
      txid: fc.oneof(fc.constant('***'), fc.stringMatching(/^[A-Za-z0-9]{1,25}$/)),
      dynamic: fc.boolean(),
    })
    fc.assert(
      fc.property(code, fc.nat(), (one, chance) => {
        const text = written(one)
        expect(parsePixCode(text)).toEqual({ ok: true, value: one })
        const at = chance % (text.length - 4)
        const changed = text.slice(0, at) + (text[at] === '#' ? '!' : '#') + text.slice(at + 1)
        expect(parsePixCode(changed).ok).toBe(false)
      }),
    )
  })

  test('arbitrary text never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(parsePixCode(text).ok).toBe(false)
      }),
    )
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9]{0,60}$/), (digits) => {
        const body = `000201${digits}6304`
        expect(typeof parsePixCode(body + crc16(body)).ok).toBe('boolean')
      }),
    )
  })
})
