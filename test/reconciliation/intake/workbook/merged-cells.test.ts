import { describe, expect, test } from 'vitest'
import { codesOf, judged, refusal } from '../judge-bytes.ts'
import {
  HEADERS,
  odsOf,
  odsRow,
  odsTable,
  sheetData,
  textRow,
  VEHICLE,
  xlsxOf,
} from '../../../sheets/workbook/make-workbook.ts'

const SECOND = ['DEF5G67', '26827649960', 'RJ', '52998224725', 'Van 2'] as const

describe('merged cells', () => {
  const covered = '<table:covered-table-cell/>'
  const spanned = (text: string): string =>
    '<table:table-cell table:number-rows-spanned="2" office:value-type="string">' +
    `<text:p>${text}</text:p></table:table-cell>`

  test('of an XLSX leave cells with a value, other columns, the row across and blank rows', async () => {
    const last = ['', '', '', '', '', 'x']
    const rows = [VEHICLE, ['DEF5G67', '26827649960', 'RJ', '', ''], last, ['', '']]
    const merges = ['C2:C3', 'D2:E5', 'F2:F3'].map((ref) => `<mergeCell ref="${ref}"/>`)
    const texts = [[...HEADERS, 'Obs'], ...rows].map((each, at) => textRow(at + 1, each))
    const sheet = `<sheetData>${texts.join('')}</sheetData><mergeCells>${merges.join('')}`
    const answer = await judged(xlsxOf({ sheet: `${sheet}</mergeCells>` }))
    const [, second, third] = answer.rows
    expect(second?.rawCells).toEqual(['DEF5G67', '26827649960', 'RJ', '11222333000181', '', ''])
    expect(second?.verdict).toBe('accepted')
    expect(third?.verdict).toBe('rejected')
    expect(answer.rows).toHaveLength(3)
  })

  test('over a plate or a RENAVAM reject the rows below the first', async () => {
    for (const [column, name] of ['Placa', 'Renavam'].entries()) {
      const first = VEHICLE.map((text, at) => (at === column ? spanned(text) : text))
      const second = SECOND.map((text, at) => (at === column ? covered : text))
      const sheet = [HEADERS, first, second].map((cells) => odsRow(cells))
      const { rows } = await judged(odsOf(odsTable('Frota', sheet.join(''))))
      expect(rows.map(({ verdict }) => verdict)).toEqual(['accepted', 'rejected'])
      const issue = { code: 'R-MERGED', column: name, value: VEHICLE[column] }
      expect(rows[1]?.issues).toEqual([issue, { code: 'R-EMPTY', column: name, value: '' }])
    }
  })

  test('above the header count for nobody, and by hundreds of thousands refuse the file', async () => {
    const title = '<mergeCells><mergeCell ref="C1:C3"/></mergeCells>'
    const texts = [['', '', 'MG'], HEADERS, SECOND.map((text, at) => (at === 2 ? '' : text))]
    const sheet = texts.map((each, at) => textRow(at + 1, each)).join('')
    const { rows } = await judged(xlsxOf({ sheet: `<sheetData>${sheet}</sheetData>${title}` }))
    expect(codesOf(rows[0])).toEqual(['R-EMPTY'])
    const merges = '<mergeCell ref="A2:A1048576"/>'.repeat(200_001)
    const flood = `${sheetData(textRow(2, VEHICLE))}<mergeCells>${merges}</mergeCells>`
    expect((await refusal(xlsxOf({ sheet: flood }))).code).toMatch(/^F-WORKBOOK-(?:DAMAGED|RATIO)$/)
  })
})
