import { packageOf, type Entry } from './make-package.ts'

/** Small workbooks written by hand, for what no library writes. */

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const TYPES = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

export const HEADERS = ['Placa', 'Renavam', 'UF', 'CPF/CNPJ', 'Apelido'] as const
export const VEHICLE = ['ABC1C34', '00639884962', 'SP', '11222333000181', 'Van 1'] as const

export interface HandMade {
  /** What stands inside `<worksheet>`. */
  readonly sheet: string
  readonly strings?: string
  readonly styles?: string
  readonly workbook?: string
  readonly more?: readonly Entry[]
  /** More sheets, by the ids of their relations. */
  readonly sheets?: readonly { readonly id: string; readonly sheet: string }[]
  /** Put into the sheet's entry. */
  readonly entry?: Partial<Entry>
}

export function xlsxParts(made: HandMade): Entry[] {
  const {
    sheet,
    strings,
    styles,
    sheets = [],
    workbook = '<sheets><sheet name="Frota" r:id="rId1"/></sheets>',
  } = made
  const relation = (id: string, type: string, target: string): string =>
    `<Relationship Id="${id}" Type="${TYPES}/${type}" Target="${target}"/>`
  const relations = [
    relation('rId1', 'worksheet', 'worksheets/sheet1.xml'),
    ...(strings === undefined ? [] : [relation('rId2', 'sharedStrings', 'sharedStrings.xml')]),
    ...(styles === undefined ? [] : [relation('rId3', 'styles', 'styles.xml')]),
    ...sheets.map(({ id }) => relation(id, 'worksheet', `worksheets/${id}.xml`)),
  ]
  return [
    { name: '[Content_Types].xml', text: `${DECLARATION}<Types/>` },
    part('_rels/.rels', 'Relationships', relation('rId1', 'officeDocument', 'xl/workbook.xml')),
    part('xl/workbook.xml', 'workbook xmlns:r="r"', workbook),
    part('xl/_rels/workbook.xml.rels', 'Relationships', relations.join('')),
    { ...part('xl/worksheets/sheet1.xml', 'worksheet', sheet), ...made.entry },
    ...(strings === undefined ? [] : [part('xl/sharedStrings.xml', 'sst', strings)]),
    ...(styles === undefined ? [] : [part('xl/styles.xml', 'styleSheet', styles)]),
    ...sheets.map((one) => part(`xl/worksheets/${one.id}.xml`, 'worksheet', one.sheet)),
    ...(made.more ?? []),
  ]
}

function part(name: string, root: string, inside: string): Entry {
  return { name, text: `${DECLARATION}<${root}>${inside}</${root.split(' ')[0]}>` }
}

export function xlsxOf(made: HandMade): Buffer {
  return packageOf(xlsxParts(made))
}

/** `cells`: whole `<c>` elements. */
export function row(number: number, ...cells: readonly string[]): string {
  return `<row r="${number}">${cells.join('')}</row>`
}

export function textRow(number: number, texts: readonly string[]): string {
  return row(number, ...texts.map((text, at) => textCell(`${letter(at)}${number}`, text)))
}

export function textCell(reference: string, text: string): string {
  return `<c r="${reference}" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`
}

export function letter(place: number): string {
  const last = String.fromCharCode(65 + (place % 26))
  return place < 26 ? last : letter(Math.floor(place / 26) - 1) + last
}

/** A header, and these rows under it. */
export function sheetData(...rows: readonly string[]): string {
  return `<sheetData>${textRow(1, HEADERS)}${rows.join('')}</sheetData>`
}

const ODS_TYPE = 'application/vnd.oasis.opendocument.spreadsheet'

/** `tables`: what stands inside `<office:spreadsheet>`. */
export function odsOf(tables: string, styles = '', more: readonly Entry[] = []): Buffer {
  return packageOf([
    { name: 'mimetype', text: ODS_TYPE, isStored: true },
    {
      name: 'content.xml',
      text:
        `${DECLARATION}<office:document-content><office:automatic-styles>${styles}` +
        `</office:automatic-styles><office:body><office:spreadsheet>${tables}` +
        '</office:spreadsheet></office:body></office:document-content>',
    },
    ...more,
  ])
}

export function odsTable(name: string, rows: string, attributes = ''): string {
  return `<table:table table:name="${name}"${attributes}>${rows}</table:table>`
}

export function odsRow(cells: readonly string[], attributes = ''): string {
  const written = cells.map((cell) => (cell.startsWith('<') ? cell : odsCell(cell)))
  return `<table:table-row${attributes}>${written.join('')}</table:table-row>`
}

export function odsCell(text: string): string {
  return text === ''
    ? '<table:table-cell/>'
    : `<table:table-cell office:value-type="string"><text:p>${text}</text:p></table:table-cell>`
}
