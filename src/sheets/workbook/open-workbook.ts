import { damaged, WorkbookProblem } from './problem.ts'
import { openOds } from './ods-book.ts'
import type { WorkbookLimits } from './limits.ts'
import type { CellLimits, Workbook } from './sheet-row.ts'
import { Unpacker } from './unpack.ts'
import { findWorkbookPart, openXlsx } from './xlsx-book.ts'
import { readDirectory, type ZipEntry } from './zip-directory.ts'

/** Tells what a package is by what is in it, whatever the file is called, and opens it. */

const MIME_BYTES_MAX = 200
const ODS_TYPE = 'application/vnd.oasis.opendocument.spreadsheet'

const OTHER_FOLDERS: readonly (readonly [folder: string, kind: string])[] = [
  ['word/', 'DOCX'],
  ['ppt/', 'PPTX'],
]

/** Throws a `WorkbookProblem` when it cannot be read; `other` names what is no workbook. */
export async function openWorkbook(
  archive: Uint8Array,
  limits: WorkbookLimits,
  cells: CellLimits,
): Promise<Workbook | { readonly other: string }> {
  const directory = readDirectory(archive, limits)
  const opened = { archive, directory, limits, cells }
  if (directory.has('encrypted-package')) throw new WorkbookProblem('F-ENCRYPTED', {})
  const mime = directory.get('mimetype')
  if (mime !== undefined) {
    const type = await readType(mime, new Unpacker(archive, limits))
    if (type === ODS_TYPE || type === `${ODS_TYPE}-template`) return openOds(opened)
  }
  const path = await findWorkbookPart(opened)
  if (path === undefined) return { other: 'ZIP' }
  if (path.toLowerCase().endsWith('.bin')) return { other: 'XLSB' }
  const other = OTHER_FOLDERS.find(([folder]) => path.startsWith(folder))
  return other === undefined ? openXlsx(opened, path) : { other: other[1] }
}

async function readType(entry: ZipEntry, unpacker: Unpacker): Promise<string> {
  if (entry.bytes > MIME_BYTES_MAX) throw damaged(entry.name)
  const pieces = await Array.fromAsync(unpacker.unpack(entry))
  return Buffer.concat(pieces).toString('utf8').trim()
}
