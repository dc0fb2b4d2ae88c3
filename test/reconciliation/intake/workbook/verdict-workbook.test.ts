import fc from 'fast-check'
import { readOds } from 'hucre/ods'
import { readXlsx } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import { writeOds } from '../../../../src/sheets/workbook/write-ods.ts'
import { writeXlsx } from '../../../../src/sheets/workbook/write-xlsx.ts'
import {
  verdictExtension,
  verdictMediaType,
  writeVerdicts,
} from '../../../../src/reconciliation/intake/verdicts/write-verdicts.ts'
import { writeVerdictCsv } from '../../../../src/reconciliation/intake/verdicts/verdict-csv.ts'
import { codesOf, judged, writtenBack, type Answer } from '../judge-bytes.ts'
import {
  HEADERS,
  odsOf,
  odsRow,
  odsTable,
  textRow,
  VEHICLE,
  xlsxOf,
} from '../../../sheets/workbook/make-workbook.ts'
import { cellsIn } from '../../../sheets/workbook/read-workbook.ts'
import { howMany } from '../../../support/extent.ts'

const RECORDS: readonly (readonly string[])[] = [
  VEHICLE,
  ['def-5g67', '26827649960', 'Rio de Janeiro', '529.982.247-25', '=1+1'],
  ['', '', '', '', ''],
  ['ABC1C3', '639884962', 'SP', 'ISENTO', '  Van  2 '],
  ['ABC1C34', '00639884962', 'SP', '11222333000181', 'Van 1'],
  ['JKL1A23', 'N/D', 'SP', '11222333000181', '#REF!'],
  ['GHI2345', '1.2345678901E10', 'MG', '52998224725', 'Van\nnova'],
]

const TITLE = "Frota: 'nova'/2026"

const FORMS = {
  xlsx: () => {
    const rows = [HEADERS, ...RECORDS].map((texts, at) => textRow(at + 1, texts.map(escape)))
    const workbook = `<sheets><sheet name="${escape(TITLE)}" r:id="rId1"/></sheets>`
    return xlsxOf({ sheet: `<sheetData>${rows.join('')}</sheetData>`, workbook })
  },
  ods: () => {
    const cells = (texts: readonly string[]): string =>
      odsRow(texts.map((text) => escape(text).replace('\n', '</text:p><text:p>')))
    return odsOf(odsTable(escape(TITLE), [HEADERS, ...RECORDS].map(cells).join('')))
  },
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

const verdicts = ({ rows }: Answer) => rows.map((row) => `${row.verdict} ${codesOf(row).join(' ')}`)

describe.each(['xlsx', 'ods'] as const)('an %s that is given back', (kind) => {
  test('says the same when it is checked again, and again', async () => {
    const first = await judged(FORMS[kind]())
    expect(first.file.counts).toMatchObject({ read: 7, skipped: 1 })
    const back = await writtenBack(first, { rows: 'all' })
    const second = await judged(back)
    expect(verdicts(second)).toEqual(verdicts(first))
    expect(second.file.understood.container.kind).toBe(kind)
    expect(second.file.understood.header).toEqual(first.file.understood.header)
    const again = await writtenBack(second, { rows: 'all' })
    expect(await cellsIn(again)).toEqual(await cellsIn(back))
    const own = (answer: Answer) => answer.rows.map(({ rawCells }) => rawCells.slice(0, 5))
    expect(own(second)).toEqual(own(first))
  })

  test('has the rows to fix alone when they are asked for, and where answers came from', async () => {
    const first = await judged(FORMS[kind]())
    const back = await cellsIn(
      await writtenBack(first, { rows: 'rejected', locale: 'en', origin: 'SIMULADO' }),
    )
    expect(back[0]?.slice(5)).toEqual([
      'frota_status',
      'frota_motivo',
      'frota_coluna',
      'frota_valor',
      'frota_sugestao',
      'frota_origem',
    ])
    expect(new Set(back.slice(1).map((cells) => cells[5]))).toEqual(
      new Set(['rejected', 'duplicate']),
    )
    expect(back.slice(1).every((cells) => cells[10] === 'SIMULADO')).toBe(true)
  })

  test('holds texts only, for any other program', async () => {
    const first = await judged(FORMS[kind]())
    const back = await writtenBack(first, { rows: 'all' })
    const book = await (kind === 'ods' ? readOds(back) : readXlsx(back))
    const cells = book.sheets.flatMap(({ rows }) => rows.flat())
    expect(cells.filter((cell) => cell !== null && typeof cell !== 'string')).toEqual([])
    expect(cells).toContain('00639884962')
    expect(book.sheets).toHaveLength(1)
  })

  test('keeps the digits of what is to be fixed where a CSV is asked for', async () => {
    const { file } = await judged(FORMS[kind]())
    const csv = async (rows: 'all' | 'rejected'): Promise<string> => {
      const pieces = await Array.fromAsync(writeVerdictCsv(file.understood, file.rows, { rows }))
      return Buffer.concat(pieces).toString('utf8')
    }
    const toFix = await csv('rejected')
    expect(toFix.startsWith('\uFEFFPlaca;Renavam;')).toBe(true)
    expect(toFix).toContain('ABC1C3;"=""639884962""";SP;ISENTO;')
    expect(await csv('all')).toContain('\r\nABC1C3;639884962;SP;ISENTO;')
    const again = await judged(Buffer.from(toFix))
    const row = again.rows.find(({ rawCells }) => rawCells[0] === 'ABC1C3')
    expect(row?.verdict).toBe('rejected')
  })

  test('is named by what it is', async () => {
    const { file } = await judged(FORMS[kind]())
    expect(verdictExtension(file.understood)).toBe(`.${kind}`)
    expect(verdictMediaType(file.understood)).toContain('application/vnd.')
  })

  test('fails as its rows fail, and does not hang', async () => {
    const { file } = await judged(FORMS[kind]())
    const broken = async function* () {
      yield* file.rows
      throw new Error('the disk is gone')
    }
    const pieces = writeVerdicts(file.understood, broken(), { rows: 'all' })
    await expect(Array.fromAsync(pieces)).rejects.toThrow('the disk is gone')
  })
})

describe('what is written reads back', () => {
  const plain = ['a', ' ', '  ', '&', '<', '>', '"', "'", '=', '_x0041_', '_', 'x', 'é', ']]>']
  const odd = ['\n', '\t', '\r', '\u00a0', '\u{1f4a9}', '\u0085', '\u2028', '\u200b', '\ufeff']
  const piece = fc.constantFrom(...plain, ...odd, '00639884962')
  const cell = fc.array(piece, { minLength: 1, maxLength: 6 }).map((some) => `|${some.join('')}`)
  /** OpenDocument has one kind of line end, as judges have. */
  const oneLineEnd = (text: string) => text.replace(/\r\n?/g, '\n')
  const asItIs = (text: string) => text
  const inside = (text: string) => text.replace(/^\|/, '')
  const table = fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), {
    minLength: 1,
    maxLength: 4,
  })

  test.each([
    ['XLSX', writeXlsx, howMany(20, 60)],
    ['ODS', writeOds, howMany(60, 200)],
  ] as const)('%s', async (kind, write, numRuns) => {
    const check = async (rows: string[][]): Promise<void> => {
      const texts = rows.map((cells) => [...cells.map(inside), 'x'])
      const once = async function* () {
        yield texts
      }
      const pieces = await Array.fromAsync(write(once(), { name: 'x', width: 5 }))
      const held = texts.map((cells) => cells.map(kind === 'ODS' ? oneLineEnd : asItIs))
      expect(await cellsIn(Buffer.concat(pieces))).toEqual(held)
    }
    await fc.assert(fc.asyncProperty(table, check), { seed: 20261121, numRuns })
  })

  test('what only an XLSX can hold', async () => {
    const texts = [['a\0b', '\u0001', 'c\u000bd', 'x']]
    const once = async function* () {
      yield texts
    }
    const pieces = await Array.fromAsync(writeXlsx(once(), { name: 'x', width: 4 }))
    expect(await cellsIn(Buffer.concat(pieces))).toEqual(texts)
  })
})
