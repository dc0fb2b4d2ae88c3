/** The CSV files of a run or month as sheets, read from the disk as they are written. */
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { CSV_OUTPUTS, type CsvFlavour } from '../../../sheets/csv/write-csv.ts'
import { nameOf, ORIGIN_KEY } from '../../reports/files/columns.ts'
import type { ColumnTexts, ReportColumn } from '../../reports/files/columns.ts'
import type { ListedFile } from '../../reports/page/page-facts.ts'
import { cellsOf, textOf } from '../../reports/read-back.ts'
import { SheetSums, type SheetFile } from './file-sheet.ts'

export type Columns = readonly Pick<ReportColumn<never>, 'key' | 'kind'>[]

export interface BookFolder {
  readonly directory: string
  readonly files: readonly ListedFile[]
  readonly flavour: CsvFlavour
}

interface CsvSheet extends Pick<SheetFile, 'name' | 'file'> {
  readonly columns: Columns
  readonly names: ColumnTexts
  readonly sumsBy?: string | undefined
}

export function csvSheet(
  folder: BookFolder,
  { name, file, columns, names, sumsBy }: CsvSheet,
): SheetFile {
  const all = [...columns, { key: ORIGIN_KEY, kind: 'text' } as const]
  const cells = () => csvRows(join(folder.directory, file), folder.flavour)
  const shown = all.map(({ key, kind }) => ({ key, kind, header: nameOf(names, key) }))
  return sheetFile(folder, { name, file, columns: shown, cells, sumsBy: sumsBy ?? null })
}

/** The rows are those that were counted when the file was written. */
export function sheetFile({ files }: BookFolder, of: Omit<SheetFile, 'rows' | 'sums'>): SheetFile {
  const rows = files.find(({ name }) => name === of.file)?.rows ?? 0
  return { ...of, rows, sums: new SheetSums() }
}

async function* csvRows(path: string, flavour: CsvFlavour): AsyncGenerator<readonly string[]> {
  let isHeader = true
  for await (const cells of cellsOf(textOf(createReadStream(path)), CSV_OUTPUTS[flavour])) {
    if (!isHeader) yield cells
    isHeader = false
  }
}
