import { writeOds } from 'hucre/ods'
import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import { judgeFile } from '../../../../src/reconciliation/intake/judge-file.ts'
import { codesOf, judged, refusal, sourceOf } from '../judge-bytes.ts'
import {
  HEADERS,
  odsOf,
  odsRow,
  odsTable,
  row,
  sheetData,
  textCell,
  textRow,
  VEHICLE,
  xlsxOf,
} from '../../../sheets/workbook/make-workbook.ts'

/** Whole workbooks through all stages, as a person drops them. */

const SECOND = ['DEF5G67', '26827649960', 'RJ', '52998224725', 'Van 2'] as const

const ROWS = [
  ['Frota de novembro'],
  [],
  [...HEADERS, 'Km', 'Vistoria'],
  ['ABC1C34', 639884962, 'SP', 11222333000181, 'Van 1', 12.5, new Date('2026-01-15')],
  ['def-5g67', '26827649960', 'Rio de Janeiro', '529.982.247-25', 101],
  [],
  ['Total de veículos: 2'],
]

const FORMS = [
  ['xlsx', async () => writeXlsx({ sheets: [{ name: 'Frota', rows: ROWS }] })],
  ['ods', async () => writeOds({ sheets: [{ name: 'Frota', rows: ROWS }] })],
] as const

describe.each(FORMS)('an %s', (kind, make) => {
  test('is judged as a CSV is: title, blank rows, numbers, repairs, a footer', async () => {
    const { file, rows } = await judged(Buffer.from(await make()))
    expect(file.understood).toMatchObject({
      container: { kind, sheet: 'Frota', sheets: ['Frota'] },
      headerLine: 3,
      header: [...HEADERS, 'Km', 'Vistoria'],
      columns: { plate: 'Placa', renavam: 'Renavam', ownerDocument: 'CPF/CNPJ' },
      extras: ['Km', 'Vistoria'],
    })
    expect(file.understood.warnings.map(({ code }) => code)).toEqual(['W-PREAMBLE', 'W-EXTRA'])
    expect(rows.map((each) => [each.line, each.verdict, codesOf(each).join(' ')])).toEqual([
      [4, 'repaired', 'W-ZEROPAD'],
      [5, 'repaired', 'W-PLATE W-UF W-DOC'],
      [6, 'skipped', 'W-BLANK'],
      [7, 'skipped', 'W-FOOTER'],
    ])
    expect(rows[0]?.vehicle).toMatchObject({
      renavam: '00639884962',
      ownerDocument: '11222333000181',
      extras: { Km: '12,5', Vistoria: '15/01/2026' },
    })
    expect(rows[1]?.vehicle).toMatchObject({ plate: 'DEF5G67', nickname: '101' })
  })

  test('is refused when its bytes change between the passes', async () => {
    const first = Buffer.from(await make())
    const second = Buffer.from(first)
    second.writeUInt8((second[40] ?? 0) ^ 1, 40)
    let opened = 0
    const source = () => sourceOf(opened++ === 0 ? first : second)()
    const answer = await judgeFile(source)
    expect('refused' in answer ? answer.refused.code : undefined).toBe('F-CHANGED')
    opened = 0
    const late = () => sourceOf(opened++ < 3 ? first : second)()
    const file = await judgeFile(late)
    if ('refused' in file) throw new Error(file.refused.code)
    await expect(Array.fromAsync(file.rows)).rejects.toMatchObject({ code: 'file-refused' })
  })
})

describe('what a person does not see', () => {
  test('hidden rows and columns are read, and counted', async () => {
    const sheet =
      '<cols><col min="2" max="3" hidden="1"/><col min="9" max="16384" hidden="1"/></cols>' +
      `<sheetData>${textRow(1, HEADERS)}<row r="2" hidden="1">${textCell('A2', 'ABC1C34')}</row>` +
      `${textRow(3, SECOND)}</sheetData>`
    const { file } = await judged(xlsxOf({ sheet }))
    expect(file.counts.read).toBe(2)
    expect(file.understood.warnings).toEqual([{ code: 'W-HIDDEN', facts: { rows: 1, columns: 2 } }])
    const rows =
      '<table:table-column/><table:table-column table:visibility="collapse"/>' +
      odsRow(HEADERS) +
      odsRow(VEHICLE, ' table:visibility="filter"')
    const ods = await judged(odsOf(odsTable('Frota', rows)))
    expect(ods.file.understood.warnings).toEqual([
      { code: 'W-HIDDEN', facts: { rows: 1, columns: 1 } },
    ])
  })

  test('formulas of used columns are said once; their results count', async () => {
    const computed = `<c r="A3" t="str"><f>B9</f><v>DEF5G67</v></c>`
    const sheet = sheetData(
      textRow(2, VEHICLE),
      row(3, computed, ...SECOND.slice(1).map((text, at) => textCell(`${'BCDE'[at]}3`, text))),
      row(4, '<c r="A4" t="str"><f>B9</f><v></v></c>', textCell('B4', '00639884962')),
      row(5, textCell('A5', 'GHI2345'), '<c r="F5"><f>1+1</f><v>2</v></c>'),
    )
    const { file, rows } = await judged(xlsxOf({ sheet }))
    expect(file.understood.warnings).toEqual([
      { code: 'W-COMPUTED', facts: { count: 1, line: 3, columns: 'Placa' } },
    ])
    expect(rows[1]?.vehicle?.plate).toBe('DEF5G67')
    expect(codesOf(rows[2])).toContain('R-EMPTY')
  })

  // As openpyxl and as POI write it; the last row is below the head of the sheet.
  test.each(['<v/>', ''])('a formula without a result is no empty cell (%j)', async (result) => {
    const vehicle = (line: number, ...more: string[]): string => {
      const texts = VEHICLE.slice(0, 4).map((text, at) => textCell(`${'ABCD'[at]}${line}`, text))
      return row(line, ...texts, ...more)
    }
    const formula = (place: string): string => `<c r="${place}"><f>A2</f>${result}</c>`
    const sheet = sheetData(vehicle(2, formula('E2')), vehicle(9), vehicle(43, formula('E43')))
    const facts = { count: 2, line: 2, columns: 'Apelido' }
    expect(await refusal(xlsxOf({ sheet }))).toMatchObject({ code: 'F-UNCOMPUTED', facts })
    const alone = sheetData(textRow(2, VEHICLE), row(3, formula('A3'), formula('B3')))
    expect(await refusal(xlsxOf({ sheet: alone }))).toMatchObject({ code: 'F-UNCOMPUTED', line: 3 })
    const named = textRow(1, [...HEADERS, 'Km'])
    const beside = `<sheetData>${named}${vehicle(2, formula('F2'))}</sheetData>`
    const { understood } = (await judged(xlsxOf({ sheet: beside }))).file
    const warning = { code: 'W-UNCOMPUTED', facts: { count: 1, line: 2, columns: 'Km' } }
    expect(understood.warnings).toContainEqual(warning)
  })

  test('a formula of an ODS without a result is no empty cell, and one with an empty text is', async () => {
    const ods = (attributes: string, text = ''): Buffer => {
      const cell = `<table:table-cell table:formula="of:=A1"${attributes}>${text}</table:table-cell>`
      return odsOf(odsTable('Frota', odsRow(HEADERS) + odsRow([...VEHICLE.slice(0, 4), cell])))
    }
    expect(await refusal(ods(''))).toMatchObject({ code: 'F-UNCOMPUTED', line: 2 })
    expect((await judged(ods(' office:value-type="string"'))).file.counts.accepted).toBe(1)
    expect((await judged(ods('', '<text:p/>'))).file.counts.accepted).toBe(1)
  })

  test('a total under the list refuses nothing without its result, and a vehicle does', async () => {
    const total = (text: string, ...places: string[]): Buffer => {
      const formulas = places.map((place) => `<c r="${place}4"><f>COUNTA(B2:B3)</f><v/></c>`)
      const last = row(4, textCell('A4', text), ...formulas)
      return xlsxOf({ sheet: sheetData(textRow(2, VEHICLE), textRow(3, SECOND), last) })
    }
    const { counts } = (await judged(total('TOTAL', 'B'))).file
    expect(counts).toMatchObject({ accepted: 2, skipped: 1, read: 3 })
    const refused = { code: 'F-UNCOMPUTED', line: 4 }
    expect(await refusal(total('GHI2345', 'B'))).toMatchObject(refused)
    expect(await refusal(total('Van 3', 'B', 'C', 'D'))).toMatchObject(refused)
  })

  test('a formula in a title is nobody’s data', async () => {
    const title = row(1, '<c r="A1" t="str"><f>TODAY()</f><v>hoje</v></c>')
    const sheet = `<sheetData>${title}${textRow(2, HEADERS)}${textRow(3, VEHICLE)}</sheetData>`
    const { file } = await judged(xlsxOf({ sheet }))
    expect(file.understood.warnings.map(({ code }) => code)).toEqual(['W-PREAMBLE'])
  })

  test('an external link is not followed; what was computed counts', async () => {
    const linked = '<c r="A2" t="str"><f>[1]Outra!A2</f><v>ABC1C34</v></c>'
    const cells = VEHICLE.slice(1).map((text, at) => textCell(`${'BCDE'[at]}2`, text))
    const more = [{ name: 'xl/externalLinks/externalLink1.xml', text: 'not even XML' }]
    const { file } = await judged(xlsxOf({ sheet: sheetData(row(2, linked, ...cells)), more }))
    expect(file.counts.accepted).toBe(1)
  })
})

describe('the edges of a table', () => {
  test('formats down to the last row are no rows', async () => {
    const sheet = sheetData(textRow(2, VEHICLE), '<row r="1048576"><c r="A1048576" s="1"/></row>')
    expect((await judged(xlsxOf({ sheet }))).file.counts.read).toBe(1)
  })

  test('empty rows between vehicles are skipped; a note far below makes no thousands of them', async () => {
    const sheet = sheetData(
      textRow(2, VEHICLE),
      textRow(5, SECOND),
      row(1_048_576, textCell('B1048576', 'fim')),
    )
    const { file, rows } = await judged(xlsxOf({ sheet }))
    expect(file.counts).toMatchObject({ read: 5, accepted: 2, skipped: 3 })
    expect(rows.map(({ line }) => line)).toEqual([2, 3, 4, 5, 1_048_576])
  })

  test('a note beside the table takes no row away', async () => {
    const note = row(
      3,
      ...SECOND.map((text, at) => textCell(`${'ABCDE'[at]}3`, text)),
      textCell('H3', 'ver'),
    )
    const { file } = await judged(xlsxOf({ sheet: sheetData(textRow(2, VEHICLE), note) }))
    expect(file.counts.accepted).toBe(2)
    expect(file.understood.allColumns).toHaveLength(8)
  })

  test('a CSV that was pasted into one column is read as it is meant', async () => {
    const lines = [HEADERS.join(','), VEHICLE.join(','), SECOND.join(',')]
    const sheet = `<sheetData>${lines.map((line, at) => textRow(at + 1, [line])).join('')}</sheetData>`
    const { file } = await judged(xlsxOf({ sheet }))
    expect(file.counts).toMatchObject({ read: 2, repaired: 2 })
  })

  test('a sheet without a header is read by places', async () => {
    const sheet = `<sheetData>${textRow(2, VEHICLE)}${textRow(3, SECOND)}</sheetData>`
    const map = { plate: '#1', renavam: '#2', uf: '#3', ownerDocument: '#4' }
    const { file, rows } = await judged(xlsxOf({ sheet }), { map })
    expect(file.counts).toMatchObject({ accepted: 2, skipped: 1 })
    expect(rows.map(({ line }) => line)).toEqual([1, 2, 3])
  })

  test('line ends inside a cell are no rows', async () => {
    const name = 'Van\n1;2;3;4;5\n6;7;8;9;10'
    const sheet = sheetData(textRow(2, [...VEHICLE.slice(0, 4), name]))
    const { file, rows } = await judged(xlsxOf({ sheet }))
    expect(file.counts.repaired).toBe(1)
    expect(rows[0]?.vehicle?.nickname).toBe('Van 1;2;3;4;5 6;7;8;9;10')
  })

  test('what XML can only name is judged as in a text: NUL, half surrogates, reversed text', async () => {
    const named = (text: string): Promise<string[]> =>
      judged(xlsxOf({ sheet: sheetData(textRow(2, [text, ...VEHICLE.slice(1)])) })).then(
        ({ rows }) => codesOf(rows[0]),
      )
    expect(await named('ABC_x0000_1C34')).toEqual(['R-NUL'])
    expect(await named('ABC_xD800_1C34')).toEqual(['R-ENC'])
    expect(await named('ABC\u202E1C34')).toEqual(['R-RTL'])
    expect(await named('#REF!')).toContain('R-EMPTY')
  })
})
