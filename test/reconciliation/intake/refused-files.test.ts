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
    ['HTML', '\n <!DOCTYPE html><table>'],
    ['HTML', '<html><body>'],
    ['XML', '<?xml version="1.0"?>'],
    ['BINARY', '\u0001\u0002\u0003\u0004\u0005\u0006abc'],
  ])('48 %s under the name of a CSV', async (kind, text) => {
    expect(await refusal(Buffer.from(text))).toMatchObject({ code: 'F-BINARY', facts: { kind } })
  })

  test('48 a package that breaks off, whatever its name', async () => {
    const text = 'PK\u0003\u0004....[Content_Types].xml'
    expect((await refusal(Buffer.from(text))).code).toBe('F-WORKBOOK-CUT')
  })

  test('48 an old Excel file', async () => {
    const bytes = Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1])
    expect((await refusal(bytes)).facts).toEqual({ kind: 'XLS' })
  })

  test('34 a quote that swallows many rows names its line', async () => {
    const row = GOOD.replace('Van 1', '"Van 1')
    const text = `${HEADER}\n${GOOD}\n${row}\n${GOOD}\n${GOOD}\n${GOOD}\n`
    expect(await refusal(text)).toMatchObject({ code: 'F-QUOTE', line: 3 })
  })

  test('34 two stray quotes that meet do not hide the rows between them', async () => {
    const open = 'ABC1C34;00639884962;SP;11222333000181;"Van 1'
    const row = 'DEF5G67;26827649960;RJ;52998224725;Van 2'
    const close = 'GHI2345;01284762677;MG;52998224725;Van 3"'
    expect(await refusal([HEADER, open, row, close, ''].join('\n'))).toMatchObject({
      code: 'F-QUOTE',
      line: 2,
    })
    const { rows } = await judged([HEADER, open, close, row, ''].join('\n'))
    expect(rows.map((one) => [one.line, codesOf(one)])).toEqual([
      [2, ['R-QUOTE']],
      [4, []],
    ])
  })

  test('34 a quote left open in the header or above it is no header without rows', async () => {
    const header = HEADER.replace('apelido', '"apelido')
    expect(await refusal(`${header}\n${GOOD}\n`)).toMatchObject({ code: 'F-QUOTE', line: 1 })
    expect(await refusal(`Frota\n"de 2026\n${HEADER}\n${GOOD}\n`)).toMatchObject({
      code: 'F-QUOTE',
      line: 2,
    })
    expect((await refusal(`${HEADER}${'x'.repeat(70_000)}\n`)).code).toBe('F-RECORD')
  })

  test('34 a quote left open in the last row rejects that row', async () => {
    const { rows } = await judged(`${HEADER}\n${GOOD}\nDEF5G67;26827649960;RJ;52998224725;"x\n`)
    expect(rows.map(codesOf)).toEqual([[], ['R-QUOTE']])
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

  test('no refusal leaves a gap in its sentence', async () => {
    const texts = [
      '',
      GOOD,
      'placa;renavam\n',
      `documento;${HEADER}\n`,
      '%PDF-',
      `${HEADER}\n"a\n\nb\nc\nd`,
    ]
    for (const text of texts) {
      const { message } = await refusal(text)
      expect(`${message.pt}${message.en}`).not.toMatch(/[{}]/)
    }
  })
})
