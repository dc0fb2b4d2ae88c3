/** Pure. How the CSV files of a run or month are written, for reading them into a sheet. */
import { join } from 'node:path'
import { CSV_OUTPUTS, type CsvFlavour } from '../../../sheets/csv/write-csv.ts'
import { nameOf, ORIGIN_KEY } from '../../reports/files/columns.ts'
import type { ColumnTexts, ReportColumn } from '../../reports/files/columns.ts'
import type { ListedFile } from '../../reports/page/page-facts.ts'
import { SheetSums, type SheetFile } from './file-sheet.ts'

export type Columns = readonly Pick<ReportColumn<never>, 'key' | 'kind'>[]

/** How a file is written. */
export type Form = Omit<SheetFile, 'name' | 'path' | 'rows' | 'sums'>

/** `sumsBy`: the key of the column by whose words money is added up. */
export function csvForm(of: {
  readonly columns: Columns
  readonly names: ColumnTexts
  readonly flavour: CsvFlavour
  readonly sumsBy?: string | undefined
}): Form {
  return {
    dialect: CSV_OUTPUTS[of.flavour],
    encoding: 'utf-8',
    columns: [...of.columns, { key: ORIGIN_KEY, kind: 'text' } as const].map(({ key, kind }) => ({
      key,
      kind,
      header: nameOf(of.names, key),
    })),
    skipped: 1,
    sumsBy: of.sumsBy ?? null,
  }
}

/** `name`: of the sheet; the file's rows are those that were counted when it was written. */
export function sheetFile(of: {
  readonly name: string
  readonly file: string
  readonly form: Form
  readonly directory: string
  readonly files: readonly ListedFile[]
}): SheetFile {
  const rows = of.files.find(({ name }) => name === of.file)?.rows ?? 0
  const path = join(of.directory, of.file)
  return { ...of.form, name: of.name, path, rows, sums: new SheetSums() }
}
