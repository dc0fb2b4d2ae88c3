import { describe, expect, test } from 'vitest'
import { encodeWindows1252 } from '../../../src/sheets/text/windows-1252.ts'
import { GOOD, HEADER, judged, refusal } from './judge-bytes.ts'

const ACCENTED = `${HEADER}\r\n${GOOD.replace('Van 1', 'Caminhão “€ 5”')}\r\n`

function utf16(text: string, order: 'le' | 'be', bom: boolean): Uint8Array {
  const bytes = Buffer.from(bom ? `\uFEFF${text}` : text, 'utf16le')
  return order === 'le' ? bytes : bytes.swap16()
}

describe('encodings', () => {
  test.each([1, 3, 7, 65536])('all of them read alike, in pieces of %i bytes', async (size) => {
    const tabs = ACCENTED.replaceAll(';', '\t')
    const utf16s = (['le', 'be'] as const).flatMap((order) => {
      return [true, false].map((bom) => utf16(tabs, order, bom))
    })
    const latin = encodeWindows1252(ACCENTED)
    for (const bytes of [ACCENTED, `\uFEFF${ACCENTED}`, latin, ...utf16s]) {
      const { rows } = await judged(bytes, {}, size)
      expect(rows[0]?.vehicle?.nickname).toBe('Caminhão “€ 5”')
    }
  })

  test('an accent at the end of a long file decides its encoding', async () => {
    const filler = Array.from({ length: 3000 }, () => ';;;;').join('\r\n')
    const late = `${HEADER}\r\n${filler.repeat(8)}\r\n${GOOD.replace('Van 1', 'Caminhão')}\r\n`
    const { file, rows } = await judged(encodeWindows1252(late))
    expect(file.understood.encoding.name).toBe('windows-1252')
    expect(rows.at(-1)?.vehicle?.nickname).toBe('Caminhão')
  })
})

describe('dialects', () => {
  test.each(['sep=;', '"sep=;"', 'SEP=;'])('2 a first line %s', async (line) => {
    const { file, rows } = await judged(`${line}\r\n${HEADER}\r\n${GOOD}\r\n`)
    expect(file.understood).toMatchObject({ delimiter: ';', sepLine: true, headerLine: 2 })
    expect(rows).toHaveLength(1)
  })
})

describe('headers', () => {
  test('defaults that are none are refused before anything is read', async () => {
    const text = `${HEADER}\n${GOOD}\n`
    expect((await refusal(text, { defaults: { uf: 'XX' } })).code).toBe('F-DEFAULT-UF')
    const wrong = await refusal(text, { defaults: { ownerDocument: '11222333000182' } })
    expect(wrong.code).toBe('F-DEFAULT-OWNER')
    expect(JSON.stringify(wrong)).not.toContain('11222333')
  })
})
