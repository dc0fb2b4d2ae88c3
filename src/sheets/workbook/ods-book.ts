import { damaged, WorkbookProblem } from './problem.ts'
import { readXml, readXmlRows, type XmlHandler } from './read-xml.ts'
import { OdsSheetReader } from './ods-sheet.ts'
import { sheetName, type SheetInBook, type Workbook } from './sheet-row.ts'
import { Unpacker } from './unpack.ts'
import type { Opened } from './xlsx-book.ts'
import { readAttributes } from './xml-text.ts'

/** Opens an ODS: one part holds all of its sheets, so it is read once more for their names. */

const CONTENT = 'content.xml'
const MANIFEST = 'META-INF/manifest.xml'
const SHEETS_MAX = 1000

export async function openOds(opened: Opened): Promise<Workbook> {
  const { archive, directory, limits, cells } = opened
  const unpacker = new Unpacker(archive, limits)
  const manifest = directory.get(MANIFEST.toLowerCase())
  if (manifest !== undefined) {
    await readXml(unpacker.unpack(manifest), MANIFEST, NO_ENCRYPTION, limits)
  }
  const content = directory.get(CONTENT)
  if (content === undefined) throw damaged(CONTENT)
  const tables = new TableReader()
  await readXml(unpacker.unpack(content), CONTENT, tables, limits)
  return {
    kind: 'ods',
    sheets: tables.sheets(),
    read: (at) => {
      const reader = new OdsSheetReader(CONTENT, at, cells)
      const { hiddenColumns, merges } = reader
      const bytes = new Unpacker(archive, limits).unpack(content)
      return { hiddenColumns, merges, rows: readXmlRows(bytes, CONTENT, reader, limits) }
    },
  }
}

const NO_ENCRYPTION: XmlHandler = {
  open: (name) => {
    if (name === 'encryption-data') throw new WorkbookProblem('F-ENCRYPTED', {})
  },
}

/** Reads the names of the tables in their order, and which of them their style hides. */
class TableReader implements XmlHandler {
  readonly #tables: { readonly name: string; readonly style: string }[] = []
  readonly #hidden = new Set<string>()
  #isBody = false
  #style = ''

  open = (name: string, raw: string, depth: number): void => {
    if (depth === 2) this.#isBody = name === 'spreadsheet'
    if (name === 'style' && depth === 2) {
      this.#style = readAttributes(raw)?.get('name') ?? ''
    } else if (name === 'table-properties' && depth === 3) {
      if (readAttributes(raw)?.get('display') === 'false') this.#hidden.add(this.#style)
    } else if (name === 'table' && depth === 3 && this.#isBody) {
      const attributes = readAttributes(raw)
      if (attributes === undefined || this.#tables.length >= SHEETS_MAX) throw damaged(CONTENT)
      const style = attributes.get('style-name') ?? ''
      this.#tables.push({ name: sheetName(attributes.get('name')), style })
    }
  }

  sheets(): SheetInBook[] {
    return this.#tables.map(({ name, style }) => ({ name, isVisible: !this.#hidden.has(style) }))
  }
}
