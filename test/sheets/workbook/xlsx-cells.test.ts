import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import { cellsIn, rowsIn } from './read-workbook.ts'
import { row, textCell, xlsxOf } from './make-workbook.ts'

/** What each kind of cell is read as; the sheet is written by hand where a library would not. */

async function cellsOf(
  cells: string,
  more: { strings?: string; styles?: string; workbook?: string } = {},
): Promise<readonly string[] | undefined> {
  const sheet = `<sheetData>${row(1, cells)}</sheetData>`
  return (await cellsIn(xlsxOf({ sheet, ...more })))[0]
}

const DATES =
  '<numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy hh:mm"/></numFmts>' +
  '<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>' +
  '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/></cellXfs>'

describe('cells of an XLSX', () => {
  test('documents that are numbers keep all their digits', async () => {
    expect(
      await cellsOf('<c r="A1"><v>12345678901</v></c><c r="B1"><v>1.1222333000181E13</v></c>'),
    ).toEqual(['12345678901', '11222333000181'])
  })

  test('shared strings: plain, of several runs, with phonetic runs, with escapes', async () => {
    const strings =
      '<si><t>ABC1C34</t></si>' +
      '<si><r><t>Van </t></r><r><rPr><b/></rPr><t xml:space="preserve"> 1</t></r></si>' +
      '<si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh><phoneticPr fontId="1"/></si>' +
      '<si><t>a_x000D_b_x005F_x0041_</t></si><si/>'
    const cells = [0, 1, 2, 3, 4, 0]
      .map((index, at) => `<c r="${'ABCDEF'[at]}1" t="s"><v>${index}</v></c>`)
      .join('')
    expect(await cellsOf(cells, { strings })).toEqual([
      'ABC1C34',
      'Van  1',
      '東京',
      'a\rb_x0041_',
      '',
      'ABC1C34',
    ])
  })

  test('inline strings, with runs and phonetic runs', async () => {
    expect(
      await cellsOf(
        '<c r="A1" t="inlineStr"><is><r><t>Van</t></r><r><t> 2</t></r>' +
          '<rPh sb="0" eb="1"><t>x</t></rPh></is></c>',
      ),
    ).toEqual(['Van 2'])
  })

  test('dates, times, booleans and errors', async () => {
    const cells =
      '<c r="A1" s="1"><v>46037</v></c><c r="B1" s="2"><v>46037.4375</v></c>' +
      '<c r="C1" t="b"><v>1</v></c><c r="D1" t="b"><v>0</v></c>' +
      '<c r="E1" t="e"><v>#REF!</v></c><c r="F1" t="d"><v>2026-01-15</v></c>' +
      '<c r="G1" s="1"><v>639884962</v></c>'
    expect(await cellsOf(cells, { styles: DATES })).toEqual([
      '15/01/2026',
      '15/01/2026 10:30:00',
      'VERDADEIRO',
      'FALSO',
      '#REF!',
      '15/01/2026',
      '639884962',
    ])
  })

  test('formats of zeros fill a number up; percent, money and dates do not', async () => {
    const codes = ['00000000000', '000\\.000\\.000\\-00', '00"."000', '0%', '0.00', '000;@', '00.0']
    const styles =
      codes.map((code, at) => `<numFmt numFmtId="${at + 164}" formatCode='${code}'/>`).join('') +
      `</numFmts><cellXfs>${codes.map((_, at) => `<xf numFmtId="${at + 164}"/>`).join('')}</cellXfs>`
    const numbers = ['639884962', '1234567890', '7', '0.05', '5', '5', '5']
    const cells = numbers.map((v, at) => `<c r="${'ABCDEFG'[at]}1" s="${at}"><v>${v}</v></c>`)
    const shown = ['00639884962', '01234567890', '00007', '0,05', '5', '005', '5']
    expect(await cellsOf(cells.join(''), { styles: `<numFmts>${styles}` })).toEqual(shown)
    const long =
      '<c r="A1" s="5"><v>1234</v></c><c r="B1" s="0"><v>1.5</v></c><c r="C1" s="0"><v>-5</v></c>'
    expect(await cellsOf(long, { styles: `<numFmts>${styles}` })).toEqual(['1234', '1,5', '-5'])
  })

  test('a workbook that counts its days from 1904', async () => {
    const workbook = '<workbookPr date1904="1"/><sheets><sheet name="Frota" r:id="rId1"/></sheets>'
    const cells = '<c r="A1" s="1"><v>44575</v></c>'
    expect(await cellsOf(cells, { styles: DATES, workbook })).toEqual(['15/01/2026'])
  })

  test('formulas give what was computed, and nothing when nothing was', async () => {
    const sheet =
      '<sheetData>' +
      row(
        1,
        '<c r="A1" t="str"><f>UPPER("abc")</f><v>ABC</v></c><c r="B1"><f>1+1</f><v>2</v></c>',
        '<c r="C1"><f>NOW()</f></c><c r="D1" t="e"><f>B9/0</f><v>#DIV/0!</v></c>',
        textCell('E1', 'x'),
      ) +
      '</sheetData>'
    expect(await rowsIn(xlsxOf({ sheet }))).toMatchObject([
      { cells: ['ABC', '2', '', '#DIV/0!', 'x'], computed: [0, 1, 3] },
    ])
  })

  test('cells and rows without their places follow each other', async () => {
    const sheet =
      '<sheetData><row><c><v>1</v></c><c r="C1"><v>3</v></c></row><row><c><v>4</v></c></row>' +
      '</sheetData>'
    expect(await rowsIn(xlsxOf({ sheet }))).toMatchObject([
      { number: 1, cells: ['1', '', '3'] },
      { number: 2, cells: ['4'] },
    ])
  })

  test('empty cells with formats, up to the last row and column, are nothing', async () => {
    const sheet =
      '<sheetData>' +
      row(1, textCell('A1', 'x'), '<c r="B1" s="1"/><c r="XFD1" s="1"/>') +
      row(2, '<c r="A2" s="1"/>', textCell('C2', '  ')) +
      '<row r="1048576" ht="15"/></sheetData>'
    expect(await rowsIn(xlsxOf({ sheet }))).toMatchObject([{ number: 1, cells: ['x'] }])
  })

  test('hidden rows are told apart', async () => {
    const sheet = `<sheetData>${row(1, textCell('A1', 'x'))}<row r="2" hidden="1">${textCell('A2', 'y')}</row></sheetData>`
    expect(await rowsIn(xlsxOf({ sheet }))).toMatchObject([{ isHidden: false }, { isHidden: true }])
  })

  test('elements with prefixes, comments, CDATA and UTF-16 are XML like any other', async () => {
    const xml =
      '<?xml version="1.0" encoding="UTF-16"?><!-- x --><x:worksheet><x:sheetData><x:row r="1">' +
      '<x:c r="A1" t="inlineStr"><x:is><x:t><![CDATA[a<b]]>&amp;c</x:t></x:is></x:c></x:row>' +
      '</x:sheetData></x:worksheet>'
    const bytes = Buffer.from(`\uFEFF${xml}`, 'utf16le')
    expect(await cellsIn(xlsxOf({ sheet: '', entry: { bytes } }))).toEqual([['a<b&c']])
  })

  test('what a library writes reads back', async () => {
    const rows = [
      ['Placa', 'Renavam', 'Data', 'Ativo', 'Km'],
      ['ABC1C34', 639884962, new Date('2026-01-15'), true, 12.5],
      [null, 'x'],
    ]
    const bytes = await writeXlsx({ sheets: [{ name: 'Frota', rows }] })
    expect(await cellsIn(Buffer.from(bytes))).toEqual([
      ['Placa', 'Renavam', 'Data', 'Ativo', 'Km'],
      ['ABC1C34', '639884962', '15/01/2026', 'VERDADEIRO', '12,5'],
      ['', 'x'],
    ])
  })
})
