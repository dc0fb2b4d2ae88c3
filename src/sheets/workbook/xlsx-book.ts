import type { WorkbookLimits } from './limits.ts'
import { damaged } from './problem.ts'
import { readXml, readXmlRows, type XmlHandler } from './read-xml.ts'
import { sheetName } from './sheet-row.ts'
import type { CellLimits, SheetInBook, SheetRow, Workbook } from './sheet-row.ts'
import { Unpacker } from './unpack.ts'
import { readRelations, targetOf, type Relations } from './xlsx-parts.ts'
import { XlsxSheetReader, type FoundInSheet } from './xlsx-sheet.ts'
import { StringReader } from './xlsx-strings.ts'
import { StyleReader } from './xlsx-styles.ts'
import { readAttributes } from './xml-text.ts'
import type { ZipDirectory, ZipEntry } from './zip-directory.ts'

/** Opens an XLSX: the workbook, its relations, and of the rest only what the chosen sheet needs. */

export interface Opened {
  readonly archive: Uint8Array
  readonly directory: ZipDirectory
  readonly limits: WorkbookLimits
  readonly cells: CellLimits
}

/** More than Excel lets anybody handle. */
const SHEETS_MAX = 1000

/** The path of the workbook's own part; undefined when the package is none. */
export async function findWorkbookPart(opened: Opened): Promise<string | undefined> {
  const { archive, limits } = opened
  const relations = await readRelations(opened, new Unpacker(archive, limits), '')
  return targetOf(relations, 'officeDocument')
}

export async function openXlsx(opened: Opened, path: string): Promise<Workbook> {
  const { archive, limits } = opened
  const unpacker = new Unpacker(archive, limits)
  const book = new BookReader(path)
  await readXml(unpacker.unpack(entryAt(opened, path)), path, book, limits)
  const relations = await readRelations(opened, unpacker, path)
  const sheets = book.sheets.flatMap(({ name, isVisible, relation }) => {
    const found = relations.get(relation)
    // Charts and dialogs stand among the sheets and have no rows.
    return found?.type === 'worksheet' ? [{ name, isVisible, path: found.target }] : []
  })
  return {
    kind: 'xlsx',
    sheets,
    read: (at) => {
      const found: FoundInSheet = { hiddenColumns: new Set(), merges: [] }
      const sheetPath = sheets[at]?.path
      if (sheetPath === undefined) throw damaged(path)
      const { is1904 } = book
      const from = { path: sheetPath, relations, is1904 }
      return { ...found, rows: readRows(opened, from, found) }
    },
  }
}

async function* readRows(
  opened: Opened,
  sheet: { readonly path: string; readonly relations: Relations; readonly is1904: boolean },
  found: FoundInSheet,
): AsyncGenerator<readonly SheetRow[]> {
  const { archive, limits, cells } = opened
  const unpacker = new Unpacker(archive, limits)
  const styles = new StyleReader()
  const strings = new StringReader(cells.cellCharactersMax, limits)
  for (const [type, handler] of [
    ['styles', styles],
    ['sharedStrings', strings],
  ] as const) {
    const path = targetOf(sheet.relations, type)
    if (path === undefined) continue
    await readXml(unpacker.unpack(entryAt(opened, path)), path, handler, limits)
  }
  const reader = new XlsxSheetReader({
    part: sheet.path,
    strings: strings.strings,
    formats: styles.formats(),
    is1904: sheet.is1904,
    limits: cells,
    ...found,
  })
  yield* readXmlRows(unpacker.unpack(entryAt(opened, sheet.path)), sheet.path, reader, limits)
}

function entryAt({ directory }: Opened, path: string): ZipEntry {
  const entry = directory.get(path.toLowerCase())
  if (entry === undefined) throw damaged(path)
  return entry
}

/** The workbook's own part: its sheets in their order, and from which day it counts. */
class BookReader implements XmlHandler {
  readonly sheets: (SheetInBook & { readonly relation: string })[] = []
  readonly #part: string
  is1904 = false

  constructor(part: string) {
    this.#part = part
  }

  open = (name: string, raw: string, depth: number): void => {
    const isSheet = depth === 2 && name === 'sheet'
    if (!isSheet && name !== 'workbookPr') return
    const attributes = readAttributes(raw)
    if (attributes === undefined || this.sheets.length >= SHEETS_MAX) throw damaged(this.#part)
    if (isSheet) {
      const isVisible = (attributes.get('state') ?? 'visible') === 'visible'
      const relation = attributes.get('id') ?? ''
      const name = sheetName(attributes.get('name'))
      this.sheets.push({ name, isVisible, relation })
    } else this.is1904 = /^(?:1|true)$/.test(attributes.get('date1904') ?? '')
  }
}
