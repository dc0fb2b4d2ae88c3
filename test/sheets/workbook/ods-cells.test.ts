import { writeOds } from 'hucre/ods'
import { describe, expect, test } from 'vitest'
import { odsOf, odsRow, odsTable } from './make-workbook.ts'
import { cellsIn, rowsIn } from './read-workbook.ts'

function cell(attributes: string, text = ''): string {
  return `<table:table-cell ${attributes}>${text}</table:table-cell>`
}

async function cellsOf(...cells: readonly string[]): Promise<readonly string[] | undefined> {
  return (await cellsIn(odsOf(odsTable('Frota', odsRow(cells)))))[0]
}

describe('cells of an ODS', () => {
  test('numbers, dates, times, booleans and errors', async () => {
    expect(
      await cellsOf(
        cell('office:value-type="float" office:value="12345678901"', '<text:p>1,2E+10</text:p>'),
        cell('office:value-type="float" office:value="639884962"', '<text:p>00639884962</text:p>'),
        cell('office:value-type="float" office:value="7.5"', '<text:p>07,50</text:p>'),
        cell('office:value-type="currency" office:value="-10.50"'),
        cell('office:value-type="date" office:date-value="2026-01-15T00:00:00"'),
        cell('office:value-type="time" office:time-value="PT09H30M00S"'),
        cell('office:value-type="boolean" office:boolean-value="false"'),
        cell(
          'office:value-type="string" office:string-value="" calcext:value-type="error"',
          '<text:p>#N/D</text:p>',
        ),
      ),
    ).toEqual([
      '12345678901',
      '00639884962',
      '7,5',
      '-10,5',
      '15/01/2026',
      '09:30:00',
      'FALSO',
      '#N/D',
    ])
  })

  test('paragraphs, runs, spaces and line ends; no comments, drawings or ruby', async () => {
    const text =
      '<office:annotation><text:p>nota</text:p></office:annotation>' +
      '<draw:frame><draw:text-box><text:p>forma</text:p></draw:text-box></draw:frame>' +
      '<text:p>\n  Van<text:s text:c="2"/><text:span>1</text:span> \n x<text:tab/>' +
      '<text:ruby><text:ruby-base>b</text:ruby-base><text:ruby-text>r</text:ruby-text></text:ruby>' +
      '<text:line-break/>y</text:p><text:p>z</text:p>'
    expect(await cellsOf(cell('office:value-type="string"', text))).toEqual(['Van  1 x\tb\ny\nz'])
  })

  test('repeated cells and rows, and merged cells that hide what they cover', async () => {
    const rows =
      odsRow([
        'a',
        cell('table:number-columns-repeated="2" office:value-type="string"', '<text:p>b</text:p>'),
        '<table:covered-table-cell office:value-type="string"><text:p>c</text:p></table:covered-table-cell>',
        'd',
        '<table:table-cell table:number-columns-repeated="16379"/>',
      ]) +
      odsRow([''], ' table:number-rows-repeated="3"') +
      odsRow(['e'], ' table:number-rows-repeated="2" table:visibility="filter"') +
      odsRow([''], ' table:number-rows-repeated="1048570"')
    expect(await rowsIn(odsOf(odsTable('Frota', rows)))).toMatchObject([
      { number: 1, times: 1, cells: ['a', 'b', 'b', '', 'd'], isHidden: false },
      { number: 5, times: 2, cells: ['e'], isHidden: true },
    ])
  })

  test('formulas, groups of rows, and tables that are no sheet', async () => {
    const inner = odsTable('x', odsRow(['no']))
    const tables =
      `<table:tracked-changes>${inner}</table:tracked-changes>` +
      odsTable(
        'Frota',
        `<table:shapes><draw:frame>${inner}</draw:frame></table:shapes>` +
          `<table:table-header-rows>${odsRow(['a'])}</table:table-header-rows>` +
          `<table:table-row-group>${odsRow([
            cell('table:formula="of:=1+1" office:value-type="float" office:value="2"'),
          ])}</table:table-row-group>`,
      ) +
      odsTable('Outra', odsRow(['b']))
    expect(await rowsIn(odsOf(tables))).toMatchObject([
      { cells: ['a'], computed: [] },
      { cells: ['2'], computed: [0] },
    ])
    expect(await cellsIn(odsOf(tables), 1)).toEqual([['b']])
  })

  test('what a library writes reads back', async () => {
    const rows = [
      ['ABC1C34', 639884962, new Date('2026-01-15'), true],
      [null, 'x'],
    ]
    const bytes = await writeOds({ sheets: [{ name: 'Frota', rows }] })
    expect(await cellsIn(Buffer.from(bytes))).toEqual([
      ['ABC1C34', '639884962', '15/01/2026', 'VERDADEIRO'],
      ['', 'x'],
    ])
  })
})
