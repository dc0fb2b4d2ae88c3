import { pack } from './pack.ts'
import { encodeXmlText } from './xml-text.ts'

/** Writes one sheet of texts as ODS; the library would lose spaces and line ends inside cells. */

const ODS_TYPE = 'application/vnd.oasis.opendocument.spreadsheet'
const NAMES = 'urn:oasis:names:tc:opendocument:xmlns'
const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>'

const MANIFEST =
  `${DECLARATION}<manifest:manifest xmlns:manifest="${NAMES}:manifest:1.0" ` +
  `manifest:version="1.2"><manifest:file-entry manifest:full-path="/" ` +
  `manifest:media-type="${ODS_TYPE}"/><manifest:file-entry manifest:full-path="content.xml" ` +
  `manifest:media-type="text/xml"/></manifest:manifest>`

/** Defines the style `ce1`, which keeps what is typed as text, so that no leading zero is lost. */
const CONTENT_START =
  `${DECLARATION}<office:document-content xmlns:office="${NAMES}:office:1.0" ` +
  `xmlns:style="${NAMES}:style:1.0" xmlns:number="${NAMES}:datastyle:1.0" ` +
  `xmlns:table="${NAMES}:table:1.0" xmlns:text="${NAMES}:text:1.0" office:version="1.2">` +
  `<office:automatic-styles><number:text-style style:name="N1"><number:text-content/>` +
  `</number:text-style><style:style style:name="ce1" style:family="table-cell" ` +
  `style:data-style-name="N1"/></office:automatic-styles><office:body><office:spreadsheet>`

const CONTENT_END = '</table:table></office:spreadsheet></office:body></office:document-content>'

export function writeOds(
  rows: AsyncIterable<readonly (readonly string[])[]>,
  sheet: { readonly name: string; readonly width: number },
): AsyncGenerator<Uint8Array> {
  return pack([
    { name: 'mimetype', text: [ODS_TYPE], isStored: true },
    { name: 'META-INF/manifest.xml', text: [MANIFEST] },
    { name: 'content.xml', text: content(rows, sheet) },
  ])
}

async function* content(
  rows: AsyncIterable<readonly (readonly string[])[]>,
  { name, width }: { readonly name: string; readonly width: number },
): AsyncGenerator<string> {
  yield CONTENT_START
  yield (
    `<table:table table:name="${encodeXmlText(name)}"><table:table-column ` +
      `table:default-cell-style-name="ce1" table:number-columns-repeated="${width}"/>`
  )
  for await (const batch of rows) yield batch.map(rowOf).join('')
  yield CONTENT_END
}

function rowOf(cells: readonly string[]): string {
  const written = cells.map(cellOf).join('')
  return `<table:table-row>${written === '' ? cellOf('') : written}</table:table-row>`
}

function cellOf(text: string): string {
  if (text === '') return '<table:table-cell/>'
  const paragraphs = text.split(/\r\n|[\r\n]/).map((line) => `<text:p>${spaced(line)}</text:p>`)
  return `<table:table-cell office:value-type="string">${paragraphs.join('')}</table:table-cell>`
}

/** Writes spaces as elements where OpenDocument would drop or merge them. */
function spaced(line: string): string {
  return encodeXmlText(line)
    .replace(/^ +| {2,}| +$/g, (spaces) => `<text:s text:c="${spaces.length}"/>`)
    .replaceAll('\t', '<text:tab/>')
}
