/** Sheets that are not as they should be: what becomes of each may not be a silent change. */
import { pack } from '../../src/sheets/workbook/pack.ts'

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships'
const HEADER = '<row r="1"><c r="A1"><v>1</v></c></row>'

/** What stands in the sheet after its first row, by what is wrong with it. */
const SHEETS: Readonly<Record<string, string>> = {
  'the sheet ends in the middle of a row': '<row r="2"><c r="A2"><v>2</v></c>',
  'a text that the shared ones do not have': '<row r="2"><c r="A2" t="s"><v>99</v></c></row>',
  'one cell twice': '<row r="2"><c r="A2"><v>2</v></c><c r="A2"><v>3</v></c></row>',
  'one row twice': '<row r="2"><c r="A2"><v>2</v></c></row><row r="2"><c r="A2"><v>3</v></c></row>',
  'a cell in another row': '<row r="2"><c r="A7"><v>2</v></c></row>',
  'rows in another order':
    '<row r="9"><c r="A9"><v>9</v></c></row><row r="2"><c r="A2"><v>2</v></c></row>',
  'an entity of its own': '<row r="2"><c r="A2" t="inlineStr"><is><t>&own;</t></is></c></row>',
}

export async function brokenWorkbooks(): Promise<Map<string, Uint8Array>> {
  const made = new Map<string, Uint8Array>()
  for (const [what, rows] of Object.entries(SHEETS)) {
    const isCut = what.includes('ends')
    made.set(what, await workbook(`${HEADER}${rows}${isCut ? '' : '</sheetData></worksheet>'}`))
  }
  return made
}

async function workbook(sheetEnd: string): Promise<Uint8Array> {
  const relation = (id: string, type: string, target: string): string =>
    `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`
  const relations = (...inside: string[]): string[] => [
    `<Relationships xmlns="${PACKAGE}">${inside.join('')}</Relationships>`,
  ]
  const sheets = '<sheets><sheet name="Frota" sheetId="1" r:id="rId1"/></sheets>'
  const pieces: Uint8Array[] = []
  for await (const piece of pack([
    { name: '[Content_Types].xml', text: ['<Types/>'] },
    { name: '_rels/.rels', text: relations(relation('rId1', 'officeDocument', 'xl/workbook.xml')) },
    {
      name: 'xl/workbook.xml',
      text: [`<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}">${sheets}</workbook>`],
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      text: relations(
        relation('rId1', 'worksheet', 'worksheets/sheet1.xml'),
        relation('rId2', 'sharedStrings', 'sharedStrings.xml'),
      ),
    },
    { name: 'xl/sharedStrings.xml', text: [`<sst xmlns="${MAIN}"><si><t>a</t></si></sst>`] },
    {
      name: 'xl/worksheets/sheet1.xml',
      text: [`<worksheet xmlns="${MAIN}"><sheetData>`, sheetEnd],
    },
  ])) {
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}
