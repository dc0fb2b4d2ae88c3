import { describe, expect, test } from 'vitest'
import { codesOf, GOOD, HEADER, judged, refusal, sourceOf } from './judge-bytes.ts'
import { judgeFile } from '../../../src/reconciliation/intake/judge-file.ts'

describe('files that are refused', () => {
  test('49 an empty file; a header alone has no rows', async () => {
    expect((await refusal('')).code).toBe('F-EMPTY')
    expect((await refusal('\uFEFF')).code).toBe('F-EMPTY')
    expect((await refusal('\n \n')).code).toBe('F-HEADER')
    expect((await judged(`${HEADER}\n`)).file.counts.read).toBe(0)
  })

  test.each([
    ['PDF', '%PDF-1.7\n'],
    ['HTML', '\n <!DOCTYPE html><p>'],
    ['HTML', '<html><body>'],
    ['XML', '<?xml version="1.0"?>'],
    ['BINARY', '\u0001\u0002\u0003\u0004\u0005\u0006abc'],
  ])('48 %s under the name of a CSV', async (kind, text) => {
    expect(await refusal(Buffer.from(text))).toMatchObject({ code: 'F-BINARY', facts: { kind } })
  })

  test('48 the XML of Excel 2003 and an archive of the web, whatever their names', async () => {
    const workbook = '<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"></Workbook>'
    const xml = '<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>\n'
    expect((await refusal(xml + workbook)).code).toBe('F-EXCEL-XML')
    expect((await refusal(`<?xml version="1.0"?>\n${workbook}`)).code).toBe('F-EXCEL-XML')
    expect((await refusal('MIME-Version: 1.0\n\n')).facts).toEqual({ kind: 'MHTML' })
    const page = `<?xml version="1.0"?><!-- x -->\n<!DOCTYPE html><html><p>x</p></html>`
    expect((await refusal(page)).facts).toEqual({ kind: 'HTML' })
  })

  test('48 a package that breaks off, whatever its name', async () => {
    const text = 'PK\u0003\u0004....[Content_Types].xml'
    expect((await refusal(Buffer.from(text))).code).toBe('F-WORKBOOK-CUT')
  })

  test('48 an old Excel file', async () => {
    const bytes = Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1])
    const { facts, message } = await refusal(bytes)
    expect(facts).toEqual({ kind: 'XLS' })
    for (const text of [message.pt, message.en]) expect(text).toMatch(/Excel.*xlsx.*LibreOffice/)
  })

  test('34 more than twenty quotes that nothing closes refuse the file at the first', async () => {
    const row = GOOD.replace('Van 1', '"Van 1')
    const quoted = GOOD.replace('Van 1', '"Van; 1"')
    const rows = (count: number): string => `${HEADER}\n${quoted}\n${`${row}\n`.repeat(count)}`
    expect((await judged(rows(20))).file.counts).toMatchObject({ read: 21, rejected: 20 })
    expect(await refusal(rows(21))).toMatchObject({ code: 'F-QUOTE', line: 3 })
    const pair = `${row}\n${GOOD}"\n`
    const pairs = (count: number): string => `${HEADER}\n${GOOD}\n${pair.repeat(count)}`
    expect((await judged(pairs(20))).file.counts).toMatchObject({ read: 41, rejected: 40 })
    expect(await refusal(pairs(21))).toMatchObject({ code: 'F-QUOTE', line: 3 })
  })

  test('34 two stray quotes that meet spoil the rows between them, and hide none', async () => {
    const open = 'ABC1C34;00639884962;SP;11222333000181;"Van 1'
    const row = 'DEF5G67;26827649960;RJ;52998224725;Van 2'
    const close = 'GHI2345;01284762677;MG;52998224725;Van 3"'
    const { rows } = await judged([HEADER, open, row, close, GOOD, ''].join('\n'))
    expect(rows.map((one) => [one.line, codesOf(one), one.plate])).toEqual([
      [2, ['R-QUOTE'], 'ABC1C34'],
      [3, ['R-QUOTE'], 'DEF5G67'],
      [4, ['R-QUOTE'], 'GHI2345'],
      [5, [], 'ABC1C34'],
    ])
    expect(rows.map((one) => one.issues[0]?.otherLine)).toEqual([2, 2, 2, undefined])
  })

  test.each([
    ['one that is short of a cell', 'DEF5G67;26827649960;RJ;52998224725"'],
    ['one with a cell too many', 'DEF5G67;26827649960;;RJ;52998224725;Van 2"'],
    ['one whose text has a delimiter', 'DEF5G67;26827649960;RJ;52998224725;Van; 2"'],
  ])('34 a row that a stray quote joins to another is found: %s', async (_, close) => {
    const open = 'ABC1C34;00639884962;SP;11222333000181;"Van 1'
    const { rows, file } = await judged([HEADER, open, close, ''].join('\n'))
    expect(file.counts).toMatchObject({ accepted: 0, repaired: 0 })
    expect(JSON.stringify(rows.map((one) => one.rawCells))).toContain('DEF5G67')
  })

  test('34 a title that a stray quote joins to the name of a column does not hide that', async () => {
    const rows = `"Frota\ncpf_cnpj";placa;renavam;uf\n52998224725;ABC1C34;00639884962;SP\n`
    const defaults = { ownerDocument: '11222333000181' }
    const file = await judgeFile(sourceOf(Buffer.from(rows)), { defaults })
    expect(file).toMatchObject({ refused: { code: 'F-QUOTE', line: 1 } })
    const noted = rows.replace('cpf_cnpj"', 'em uso";cpf_cnpj').replace('5299', 'x;5299')
    expect((await judged(noted, { defaults })).rows[0]?.vehicle?.ownerDocument).toBe('52998224725')
  })

  test('33 a text of several lines with the delimiter inside stays one row', async () => {
    for (const text of ['Van 1;\nazul', 'Rua A; 12\nfundos', 'a\nb;c;d\ne']) {
      const { rows } = await judged(`${HEADER}\n${GOOD.replace('Van 1', `"${text}"`)}\n`)
      expect(rows.map((one) => one.verdict)).toEqual(['repaired'])
    }
    const first = 'apelido;placa;renavam;uf;cpf_cnpj'
    const { rows } = await judged(`${first}\n"Van; 1\nazul";${GOOD.replace(';Van 1', '')}\n`)
    expect(rows.map((one) => one.vehicle?.nickname)).toEqual(['Van; 1 azul'])
  })

  test('34 a quote left open in the header refuses the file, and one in a title does not', async () => {
    const header = HEADER.replace('apelido', '"apelido')
    expect(await refusal(`${header}\n${GOOD}\n`)).toMatchObject({ code: 'F-QUOTE', line: 1 })
    const joined = `${header}\n${GOOD}"\n${GOOD}\n`
    expect(await refusal(joined)).toMatchObject({ code: 'F-QUOTE', line: 1 })
    const titled = await judged(`Frota\n"de 2026\n${HEADER}\n${GOOD}\n`)
    expect(titled.rows.map((one) => one.verdict)).toEqual(['accepted'])
    expect((await refusal(`${HEADER}${'x'.repeat(70_000)}\n`)).code).toBe('F-RECORD')
  })

  test('36 a giant record, cell, or number of columns', async () => {
    const long = 'x'.repeat(70_000)
    expect(await refusal(`${HEADER}\n${GOOD}${long}\n`)).toMatchObject({
      code: 'F-RECORD',
      line: 2,
    })
    expect((await refusal(`${HEADER}\n${GOOD}${'x'.repeat(5000)}\n`)).code).toBe('F-CELL')
    expect((await refusal(`${HEADER}${';x'.repeat(300)}\n`)).code).toBe('F-COLUMNS')
    expect((await refusal(`${HEADER}\n${GOOD}${';x'.repeat(300)}\n`)).code).toBe('F-COLUMNS')
  })

  test('37 too many bytes or rows', async () => {
    const text = `${HEADER}\n${GOOD}\n${GOOD}\n`
    expect((await refusal(text, { limits: { bytesMax: 50 } })).code).toBe('F-TOO-LARGE')
    expect((await refusal(text, { limits: { rowsMax: 1 } })).code).toBe('F-ROWS')
    expect((await judged(text, { limits: { rowsMax: 2 } })).file.counts.read).toBe(2)
    expect(await refusal(`${HEADER}\n${'\n'.repeat(200_001)}`)).toMatchObject({
      code: 'F-ROWS',
      facts: { limit: 200_000 },
    })
    const bytes = Buffer.alloc(64 * 1024 * 1024 + 1, HEADER)
    expect((await refusal(bytes)).facts).toEqual({ limit: bytes.length - 1 })
  })

  test('55 a file that changes while it is read', async () => {
    const text = `${HEADER}\n${GOOD}\n`
    const changingAt = (count: number) => {
      let opened = 0
      return () => sourceOf(opened++ < count ? text : `${text}\n`)()
    }
    expect(await judgeFile(changingAt(1))).toMatchObject({ refused: { code: 'F-CHANGED' } })
    const file = await judgeFile(changingAt(2))
    if ('refused' in file) throw new Error('changed too early')
    const reading = (async () => {
      for await (const batch of file.rows) expect(batch.length).toBeGreaterThan(0)
    })()
    await expect(reading).rejects.toMatchObject({ code: 'file-refused' })
  })
})
