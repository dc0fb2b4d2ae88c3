/**
 * Writes a workbook of several sheets as XLSX while the rows come, which the library does for one
 * sheet only. Nothing of a sheet is kept but its number of rows, and no byte depends on the clock.
 */
import { columnName, rowXml, STYLE_SHEET, type BookCell } from './book-cell.ts'
import { SHEET_ROWS_MAX } from '../../../sheets/workbook/limits.ts'
import { pack, type Part } from '../../../sheets/workbook/pack.ts'
import { encodeXmlText } from '../../../sheets/workbook/xml-text.ts'

type Row = readonly BookCell[]

export interface BookSheet {
  readonly name: string
  readonly columns: readonly { readonly header: string; readonly width: number }[]
  /** Whether the header row has filter buttons. */
  readonly filters: boolean
  /** Asked once, when the sheets after this one are written. */
  readonly rows: (later: WrittenSheets) => AsyncIterable<Row> | Iterable<Row>
}

export interface WrittenSheet {
  readonly name: string
  /** The header is row 1. */
  lastRow: number
}

/** By the sheet's name: itself, and what continues it where its rows are too many for one. */
export type WrittenSheets = ReadonlyMap<string, readonly WrittenSheet[]>

/** Sheets in the order in which they show; `rowsMax`: of one sheet, header included. */
export function writeBook(
  sheets: readonly BookSheet[],
  rowsMax = SHEET_ROWS_MAX,
): AsyncGenerator<Uint8Array> {
  return pack(partsOf(sheets, rowsMax))
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const OPEN = 'http://schemas.openxmlformats.org'
const MAIN = `xmlns="${OPEN}/spreadsheetml/2006/main"`
const RELATION = `${OPEN}/officeDocument/2006/relationships`
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

type NumberedSheet = WrittenSheet & { readonly part: number }

interface RowSource {
  readonly rows: AsyncIterator<Row, undefined>
  /** The row to write next. */
  next: IteratorResult<Row, undefined> | undefined
}

/** Cells are compressed in pieces of about this size. */
const PIECE_CHARACTERS = 64 * 1024

async function* eachOf(rows: AsyncIterable<Row> | Iterable<Row>): AsyncGenerator<Row, undefined> {
  yield* rows
}

/** From the last sheet to the first, so that the first can sum up the others. */
function* partsOf(sheets: readonly BookSheet[], rowsMax: number): Generator<Part> {
  const written = new Map<string, NumberedSheet[]>()
  let count = 0
  for (const sheet of sheets.toReversed()) {
    const source: RowSource = { rows: eachOf(sheet.rows(written)), next: undefined }
    const pieces: NumberedSheet[] = []
    do {
      count += 1
      const name = pieces.length === 0 ? sheet.name : `${sheet.name} ${pieces.length + 1}`
      const piece = { name, part: count, lastRow: 1 }
      pieces.push(piece)
      yield { name: sheetPath(piece), text: sheetXml(sheet, piece, source, rowsMax) }
      // Here the part is written; a row that it had no place for waits in `next`.
    } while (source.next?.done === false)
    written.set(sheet.name, pieces)
  }
  yield* frameParts(sheets.flatMap(({ name }) => written.get(name) ?? []))
}

async function* sheetXml(
  { columns, filters }: BookSheet,
  piece: NumberedSheet,
  source: RowSource,
  rowsMax: number,
): AsyncGenerator<string> {
  const cols = columns.map(
    ({ width }, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
  )
  yield (
    `${DECLARATION}<worksheet ${MAIN}><sheetViews><sheetView workbookViewId="0"><pane ` +
      `ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView>` +
      `</sheetViews><cols>${cols.join('')}</cols><sheetData>`
  )
  let xml = rowXml(
    1,
    columns.map(({ header }) => header),
    true,
  )
  source.next ??= await source.rows.next()
  while (source.next.done !== true && piece.lastRow < rowsMax) {
    piece.lastRow += 1
    xml += rowXml(piece.lastRow, source.next.value)
    if (xml.length > PIECE_CHARACTERS) {
      yield xml
      xml = ''
    }
    source.next = await source.rows.next()
  }
  const range = `A1:${columnName(columns.length - 1)}${piece.lastRow}`
  yield `${xml}</sheetData>${filters ? `<autoFilter ref="${range}"/>` : ''}</worksheet>`
}

const sheetPath = ({ part }: NumberedSheet): string => `xl/worksheets/sheet${part}.xml`

/** What holds the sheets together; programs compute the formulas when they open it. */
function* frameParts(sheets: readonly NumberedSheet[]): Generator<Part> {
  const listed = sheets.map(
    ({ name, part }, at) =>
      `<sheet name="${encodeXmlText(name)}" sheetId="${at + 1}" r:id="rId${part}"/>`,
  )
  const parts = [
    ...sheets.map((sheet) => ({ path: sheetPath(sheet), type: 'worksheet', id: sheet.part })),
    { path: 'xl/styles.xml', type: 'styles', id: sheets.length + 1 },
  ]
  const types = [...parts, { path: 'xl/workbook.xml', type: 'sheet.main' }].map(
    ({ path, type }) => `<Override PartName="/${path}" ContentType="${TYPE}.${type}+xml"/>`,
  )
  yield partOf('xl/styles.xml', STYLE_SHEET)
  yield partOf(
    'xl/workbook.xml',
    `<workbook ${MAIN} xmlns:r="${RELATION}"><sheets>${listed.join('')}</sheets>` +
      `<calcPr fullCalcOnLoad="1"/></workbook>`,
  )
  yield relationsOf('xl/_rels/workbook.xml.rels', parts)
  const book = { path: 'xl/workbook.xml', type: 'officeDocument', id: 1 }
  yield relationsOf('_rels/.rels', [book])
  yield partOf(
    '[Content_Types].xml',
    `<Types xmlns="${OPEN}/package/2006/content-types"><Default Extension="rels" ` +
      `ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
      `${types.join('')}</Types>`,
  )
}

function partOf(name: string, xml: string): Part {
  return { name, text: [DECLARATION + xml] }
}

function relationsOf(
  name: string,
  parts: readonly { readonly path: string; readonly type: string; readonly id: number }[],
): Part {
  const relations = parts.map(
    ({ path, type, id }) =>
      `<Relationship Id="rId${id}" Type="${RELATION}/${type}" Target="/${path}"/>`,
  )
  const names = `xmlns="${OPEN}/package/2006/relationships"`
  return partOf(name, `<Relationships ${names}>${relations.join('')}</Relationships>`)
}
