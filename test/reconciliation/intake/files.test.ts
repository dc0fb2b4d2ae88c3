import { describe, expect, test } from 'vitest'
import { encodeWindows1252 } from '../../../src/sheets/text/windows-1252.ts'
import { codesOf, GOOD, HEADER, judged, refusal } from './judge-bytes.ts'

const ACCENTED = `${HEADER}\r\n${GOOD.replace('Van 1', 'Caminhão “€ 5”')}\r\n`

function utf16(text: string, order: 'le' | 'be', bom: boolean): Uint8Array {
  const bytes = Buffer.from(bom ? `\uFEFF${text}` : text, 'utf16le')
  return order === 'le' ? bytes : bytes.swap16()
}

async function nickname(bytes: Uint8Array | string, pieceSize?: number): Promise<unknown> {
  const { rows, file } = await judged(bytes, {}, pieceSize)
  const codes = file.understood.warnings.map((warning) => warning.code)
  return { name: rows[0]?.vehicle?.nickname, encoding: file.understood.encoding, codes }
}

describe('encodings', () => {
  test.each([1, 3, 7, 65536])('all of them read alike, in pieces of %i bytes', async (size) => {
    const tab = ACCENTED.replaceAll(';', '\t')
    const name = 'Caminhão “€ 5”'
    expect(await nickname(ACCENTED, size)).toEqual({
      name,
      encoding: { name: 'utf-8', bom: false },
      codes: [],
    })
    expect(await nickname(`\uFEFF${ACCENTED}`, size)).toEqual({
      name,
      encoding: { name: 'utf-8', bom: true },
      codes: [],
    })
    expect(await nickname(encodeWindows1252(ACCENTED), size)).toEqual({
      name,
      encoding: { name: 'windows-1252', bom: false },
      codes: ['W-ENC'],
    })
    for (const order of ['le', 'be'] as const) {
      for (const bom of [true, false]) {
        expect(await nickname(utf16(tab, order, bom), size)).toEqual({
          name,
          encoding: { name: `utf-16${order}`, bom },
          codes: ['W-ENC'],
        })
      }
    }
  })

  test('an accent at the end of a long file decides its encoding', async () => {
    const filler = Array.from({ length: 3000 }, () => ';;;;').join('\r\n')
    const late = `${HEADER}\r\n${filler.repeat(8)}\r\n${GOOD.replace('Van 1', 'Caminhão')}\r\n`
    const { file, rows } = await judged(encodeWindows1252(late))
    expect(file.understood.encoding.name).toBe('windows-1252')
    expect(rows.at(-1)?.vehicle?.nickname).toBe('Caminhão')
  })

  test('7 bytes of another encoding in a UTF-8 file reject only their rows', async () => {
    const bad = encodeWindows1252(GOOD.replace('Van 1', 'Caminhão').replace('ABC1C34', 'ABD1C34'))
    const other = GOOD.replace('Van 1', 'Ônibus à mão, ação e reação')
    const head = Buffer.from(`${HEADER}\n${other}\n`)
    const { rows, file } = await judged(Buffer.concat([head, bad, Buffer.from('\n')]))
    expect(rows.map((row) => row.verdict)).toEqual(['accepted', 'rejected'])
    expect(codesOf(rows[1])).toEqual(['R-ENC'])
    expect(file.understood.warnings.map((warning) => warning.code)).toEqual(['W-ENC-MIXED'])
  })

  test('6 bytes that Windows-1252 does not use raise a doubt', async () => {
    const text = Buffer.from(`${HEADER}\n${GOOD.replace('Van 1', 'Caminh?o')}\n`)
    text[text.indexOf('?')] = 0x8d
    const { file } = await judged(text)
    expect(file.understood.warnings.map((one) => one.code)).toEqual(['W-ENC', 'W-ENC-DOUBT'])
  })
})

describe('dialects', () => {
  test.each([';', ',', '\t', '|'])('1 columns parted by %j', async (delimiter) => {
    const text = `${HEADER}\n${GOOD}\n`.replaceAll(';', delimiter)
    const { file, rows } = await judged(text)
    expect(file.understood.delimiter).toBe(delimiter)
    expect(rows[0]?.verdict).toBe('accepted')
  })

  test.each(['sep=;', '"sep=;"', 'SEP=;'])('2 a first line %s', async (line) => {
    const { file, rows } = await judged(`${line}\r\n${HEADER}\r\n${GOOD}\r\n`)
    expect(file.understood).toMatchObject({ delimiter: ';', sepLine: true, headerLine: 2 })
    expect(file.understood.warnings[0]?.code).toBe('W-SEP')
    expect(rows).toHaveLength(1)
  })

  test('2 sep= in UTF-16, overriding what detection would say', async () => {
    const text = `sep=|\r\n${HEADER}\r\n${GOOD}\r\n`.replaceAll(';', '|')
    const { file } = await judged(utf16(text, 'le', true))
    expect(file.understood).toMatchObject({ delimiter: '|', sepLine: true })
  })

  test.each(['\n', '\r\n', '\r'])('32 line ends %j', async (end) => {
    const { rows, file } = await judged([HEADER, GOOD, ''].join(end), {}, 5)
    expect(rows.map((row) => [row.line, row.verdict])).toEqual([[2, 'accepted']])
    expect(file.understood.lineEnd).toBe(end)
  })

  test('a nickname full of commas does not deceive the semicolons', async () => {
    const text = `${HEADER}\n${GOOD.replace('Van 1', 'a,b,c,d,e,f')}\n`
    expect((await judged(text)).file.understood.delimiter).toBe(';')
  })

  test('a file whose rows were all wrapped in quotes is read from inside', async () => {
    const { rows } = await judged(`"${HEADER}"\n"${GOOD}"\n`)
    expect(rows.map((row) => row.verdict)).toEqual(['repaired'])
  })
})

describe('headers', () => {
  test('9 a header after more title lines than that is not looked for', async () => {
    const titles = 'Frota;;;;\n'.repeat(21)
    expect((await refusal(`${titles}${HEADER}\n${GOOD}\n`)).code).toBe('F-HEADER')
    expect((await judged(`${titles.slice(10)}${HEADER}\n${GOOD}\n`)).rows).toHaveLength(1)
  })

  test.each([
    'PLACA;CÓD. RENAVAM;UF;CPF/CNPJ;Prefixo',
    'Placa*;Código  Renavam;Estado (UF);CNPJ do Proprietário;Nº Frota',
    'license_plate;renavam;state;owner_document;nickname',
    '\u200bPlaca\u00a0;RENAVAM;UF de Licenciamento;Documento;Apelido',
    'Placa;Renavam;UF;Doc. ProprietÃ¡rio;DescriÃ§Ã£o',
  ])('12, 8 the header %s', async (header) => {
    const { rows } = await judged(`${header}\n${GOOD}\n`)
    expect(rows[0]).toMatchObject({ verdict: 'accepted', vehicle: { nickname: 'Van 1' } })
  })

  test('10 a file without a header: which columns it looked for, and no document', async () => {
    const refused = await refusal(`${GOOD}\n`)
    expect(refused).toMatchObject({ code: 'F-HEADER', line: 1 })
    expect(refused.message.pt).toContain('placa/plate, renavam, uf, cpf_cnpj/owner_document')
    expect(refused.message.pt).toContain('ABC#C##')
    expect(JSON.stringify(refused)).not.toContain('11222333')
  })

  test('defaults of the file stand in for columns', async () => {
    const options = { defaults: { uf: 'pe', ownerDocument: '11.222.333/0001-81' } }
    const { rows } = await judged('FROTA;PLACA;RENAVAM\n7;ABC1C34;00639884962\n', options)
    expect(rows[0]).toMatchObject({
      verdict: 'accepted',
      vehicle: { uf: 'PE', ownerDocument: '11222333000181', nickname: '7' },
    })
  })

  test('defaults that are none are refused before anything is read', async () => {
    const text = `${HEADER}\n${GOOD}\n`
    expect((await refusal(text, { defaults: { uf: 'XX' } })).code).toBe('F-DEFAULT-UF')
    const wrong = await refusal(text, { defaults: { ownerDocument: '11222333000182' } })
    expect(wrong.code).toBe('F-DEFAULT-OWNER')
    expect(JSON.stringify(wrong)).not.toContain('11222333')
  })

  test('11 a required column twice is one column only while both say the same', async () => {
    const same = `placa;${HEADER}\nABC1C34;${GOOD}\n`
    const { file } = await judged(same)
    expect(file.understood.warnings).toEqual([{ code: 'W-DUP-HEADER', facts: { column: 'placa' } }])
    const differing = await refusal(`placa;${HEADER}\nABD1C34;${GOOD}\n`)
    expect(differing).toMatchObject({ code: 'F-DUPLICATE-COLUMN', line: 2 })
  })

  test('12 two names of equal rank need a choice', async () => {
    for (const [header, cells] of [
      [`documento;${HEADER.replace('cpf_cnpj', 'CNPJ da Frota')}`, `52998224725;${GOOD}`],
      [`prefixo;Nº de frota;${HEADER.replace('apelido', 'ano')}`, `P9;7;${GOOD}`],
    ]) {
      const text = `${header}\n${cells}\n`
      const { code, facts } = await refusal(text)
      expect(code).toBe('F-AMBIGUOUS-COLUMN')
      expect(String(facts['choices']).split(' | ')).toHaveLength(2)
    }
  })

  test("two names for an optional field: the field's own wins, and the other can be had", async () => {
    const text = `prefixo;${HEADER}\nP9;${GOOD}\n`
    const { rows, file } = await judged(text)
    expect(rows[0]?.vehicle).toMatchObject({ nickname: 'Van 1', extras: { prefixo: 'P9' } })
    const { warnings } = file.understood
    expect(warnings.map((one) => one.code)).toEqual(['W-ALIAS', 'W-EXTRA'])
  })

  test('a mapped header that is not there is refused', async () => {
    const refused = await refusal(`${HEADER}\n${GOOD}\n`, { map: { nickname: 'Xis' } })
    expect(refused).toMatchObject({ code: 'F-MAP', facts: { field: 'nickname', header: 'Xis' } })
  })

  test('a header of other names is understood by --map alone', async () => {
    const map = { plate: 'a', renavam: 'b', uf: 'c', ownerDocument: 'd' }
    const { rows } = await judged(`a;b;c;d;e\n${GOOD}\n`, { map })
    expect(rows[0]?.verdict).toBe('accepted')
  })
})
