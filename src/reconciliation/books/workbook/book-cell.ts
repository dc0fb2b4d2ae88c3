/** Pure. A written workbook's cells as XML. A text stays a text, whatever it looks like. */
import { encodeOfficeEscapes, encodeXmlText } from '../../../sheets/workbook/xml-text.ts'

/** Places in `cellXfs` of the style sheet. */
const STYLES = { text: 1, money: 2, date: 3, integer: 4, header: 5 } as const

export interface NumberCell {
  /** As digits with a decimal point; a date is the number of its day. */
  readonly number: string
  readonly style: 'money' | 'date' | 'integer'
}

export interface FormulaCell {
  /** Without the equals sign. */
  readonly formula: string
  /** What it gives, for a program that computes nothing. */
  readonly result: NumberCell | string
}

export type BookCell = string | NumberCell | FormulaCell | null

/** Excel opens no file that has more in a cell. */
const CELL_CHARACTERS_MAX = 32_767

/** The currency belongs to the amount, not to the reader's computer. */
const MONEY_FORMAT = '[$R$-416] #,##0.00;-[$R$-416] #,##0.00'

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const xf = (format: number, font = 0): string =>
  `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" applyNumberFormat="1"/>`

export const STYLE_SHEET =
  `<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" ` +
  `formatCode="${MONEY_FORMAT}"/></numFmts><fonts count="2"><font><sz val="11"/></font>` +
  `<font><b/><sz val="11"/></font></fonts><fills count="1"><fill><patternFill ` +
  `patternType="none"/></fill></fills><borders count="1"><border/></borders>` +
  `<cellStyleXfs count="1">${xf(0)}</cellStyleXfs><cellXfs count="6">` +
  `${[xf(0), xf(49), xf(164), xf(14), xf(1), xf(49, 1)].join('')}</cellXfs></styleSheet>`

/** Rows count from 1. */
export function rowXml(row: number, cells: readonly BookCell[], isHeader = false): string {
  const written = cells.map((cell, at) => cellXml(`${columnName(at)}${row}`, cell, isHeader))
  return `<row r="${row}">${written.join('')}</row>`
}

/** Columns count from 0: A to Z, then AA. */
export function columnName(at: number): string {
  const before = at < 26 ? '' : columnName(Math.floor(at / 26) - 1)
  return `${before}${String.fromCodePoint(65 + (at % 26))}`
}

function cellXml(place: string, cell: BookCell, isHeader: boolean): string {
  if (cell === null || cell === '') return ''
  if (typeof cell === 'string') {
    const style = isHeader ? STYLES.header : STYLES.text
    const text = `<is><t xml:space="preserve">${textXml(cell)}</t></is>`
    return `<c r="${place}" s="${style}" t="inlineStr">${text}</c>`
  }
  if ('number' in cell) return `<c r="${place}" s="${STYLES[cell.style]}"><v>${cell.number}</v></c>`
  const { formula, result } = cell
  const f = `<f>${encodeXmlText(formula)}</f>`
  return typeof result === 'string'
    ? `<c r="${place}" s="0" t="str">${f}<v>${textXml(result)}</v></c>`
    : `<c r="${place}" s="${STYLES[result.style]}">${f}<v>${result.number}</v></c>`
}

/** XML would read a carriage return as a line feed. */
function textXml(text: string): string {
  const cut = text.slice(0, CELL_CHARACTERS_MAX)
  return encodeXmlText(encodeOfficeEscapes(cut)).replaceAll('\r', '_x000D_')
}
