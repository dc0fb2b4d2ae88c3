/** A table as a workbook: numbers and texts, titles, hidden rows, merged cells, other sheets. */
import {
  letter,
  odsOf,
  odsRow,
  odsTable,
  row,
  textCell,
  textRow,
  xlsxOf,
} from '../../sheets/workbook/make-workbook.ts'
import type { Draw } from '../intake/draw.ts'
import type { OfficeTable } from './office-file.ts'

/** What XML cannot say stands in no workbook. */
export function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r -\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>"]/g, (one) => `&#${one.charCodeAt(0)};`)
}

/** A CNPJ that lost three zeros has the length of a CPF, and is read as one. */
function isNumber(text: string, draw: Draw): boolean {
  return /^[0-9]{1,15}$/.test(text) && !text.startsWith('000') && draw.once(3)
}

const NOTES = '<sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData>'
const OLD = ['AAA1A11', '00639884962', 'SP', '11222333000181'] as const

/** `isAsked`: a sheet of notes comes first, so that the table's has to be named. */
export function xlsxBook(table: OfficeTable, isAsked: boolean, draw: Draw): Buffer {
  const first = table.titles.length + 1
  const rows = table.rows.map((cells, at) => {
    const number = first + 1 + at
    const written = cells.map((text, column) => {
      const reference = `${letter(column)}${number}`
      return isNumber(text, draw)
        ? `<c r="${reference}"><v>${text}</v></c>`
        : textCell(reference, escaped(text))
    })
    const whole = row(number, ...written)
    return table.hidden.has(at) ? whole.replace('<row ', '<row hidden="1" ') : whole
  })
  const merges = table.merges.map(({ column, top, bottom }) => {
    const [from, to] = [first + 1 + top, first + 1 + bottom]
    return `<mergeCell ref="${letter(column)}${from}:${letter(column)}${to}"/>`
  })
  const titles = table.titles.map((title, at) => textRow(at + 1, [escaped(title)]))
  const above = titles.map((_, at) => `<mergeCell ref="A${at + 1}:D${at + 1}"/>`)
  const end = first + rows.length
  const footers = table.footers.map((text, at) => textRow(end + 1 + at, [escaped(text)]))
  const head = textRow(first, table.header.map(escaped))
  const sheet =
    `<sheetData>${[...titles, head, ...rows, ...footers].join('')}</sheetData>` +
    `<mergeCells>${[...above, ...merges].join('')}</mergeCells>`
  const [fleet, notes] = ['rId1', 'rId9']
  const order = isAsked ? [notes, fleet] : [fleet, notes]
  const sheets = order.map((id) => {
    return `<sheet name="${id === fleet ? 'Frota' : 'Notas'}" r:id="${id}"/>`
  })
  return xlsxOf({
    sheet,
    workbook: `<sheets>${sheets.join('')}</sheets>`,
    sheets: [{ id: notes, sheet: NOTES }],
  })
}

export function odsBook(table: OfficeTable, isAsked: boolean, draw: Draw): Buffer {
  const rows = table.rows.map((cells, at) => {
    const written = cells.map((text, column) => {
      const merge = table.merges.find((one) => {
        return one.column === column && one.top <= at && at <= one.bottom
      })
      if (merge !== undefined && merge.top !== at) return '<table:covered-table-cell/>'
      const span =
        merge === undefined ? '' : ` table:number-rows-spanned="${merge.bottom - at + 1}"`
      const type = isNumber(text, draw) ? `"float" office:value="${text}"` : '"string"'
      return text === ''
        ? '<table:table-cell/>'
        : `<table:table-cell${span} office:value-type=${type}><text:p>${escaped(text)}</text:p></table:table-cell>`
    })
    return odsRow(written, table.hidden.has(at) ? ' table:visibility="filter"' : '')
  })
  const line = (texts: readonly string[]): string => odsRow(texts.map(escaped))
  const above = table.titles.map((title) => line([title]))
  const below = table.footers.map((text) => line([text]))
  const fleet = odsTable('Frota', [...above, line(table.header), ...rows, ...below].join(''))
  const notes = odsTable('Notas', line(['1']))
  const old = odsTable('Antiga', line(table.header) + line(OLD), ' table:style-name="ta2"')
  const hidden =
    '<style:style style:name="ta2"><style:table-properties table:display="false"/></style:style>'
  return odsOf((isAsked ? [old, notes, fleet] : [old, fleet, notes]).join(''), hidden)
}
