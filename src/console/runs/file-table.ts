/** A CSV file of a folder as a table: searched and paged by reading it through, in bounded memory. */
import { html } from '../../html.ts'
import { LISTED_ROWS } from '../../ledger/listings/listed-page.ts'
import { headingsOf, LAYOUTS } from '../../reconciliation/books/journal/journal-layout.ts'
import type { Layout } from '../../reconciliation/books/journal/journal-layout.ts'
import { journalEntries } from '../../reconciliation/books/journal/read-journal.ts'
import { searchFor } from '../../ledger/listings/search-text.ts'
import type { CsvRecord } from '../../sheets/csv/csv-record.ts'
import { INTAKE_LIMITS } from '../../reconciliation/intake/limits.ts'
import { openRecords } from '../../reconciliation/intake/records/open-records.ts'
import { readRecords } from '../../sheets/csv/read-records.ts'
import { page, type PageSetting } from '../frame/page.ts'
import { pageWords } from '../frame/page-words.ts'
import type { TableColumn } from '../tables/table-columns.ts'
import type { TableQuery } from '../tables/table-query.ts'
import { tableView } from '../tables/table-view.ts'
import type { PlainFile } from '../../web/plain-file.ts'

export const FILE_QUERY = { filters: ['q'], sorts: [''] } as const

const BOM_BYTES = 3
/** The table of the rows that were refused. */
export const REJECTED = 'rejected'
const NO_SHEET = { asked: undefined, remembered: undefined }

export interface FileTable {
  readonly path: string
  /** The file itself, whose name is the page's. */
  readonly download: string
  readonly file: PlainFile
  readonly query: TableQuery
  /**
   * Of a journal, which is written by it, null where nobody knows it. `as-sent`: encoding and
   * delimiter are those of a file that was sent. Absent: one of ours.
   */
  readonly layout?: Layout | 'as-sent' | null | undefined
}

export async function fileTable(
  setting: PageSetting,
  { path, download, file, query, layout }: FileTable,
): Promise<string> {
  const { header, rows, count } = await readFilePage(file, query, layout)
  const columns = header.map((title, at): TableColumn<readonly string[]> => ({
    title,
    kind: 'text',
    value: (row) => row[at] ?? '',
    // Excel's digits that are no number stand as ="0123" in the file.
    cell: (row) => pageWords((row[at] ?? '').replace(/^="(\d+)"$/, '$1'), setting.locale),
  }))
  const filters = [{ name: 'q', label: setting.texts.run.search }]
  const title = path.slice(path.lastIndexOf('/') + 1)
  const body = html`<section>
    <h1>${title}</h1>
    ${tableView(setting, { path, file: download, query, columns, filters, rows, count })}
  </section>`
  return page(setting, { title, body })
}

/** The rows of the asked page; `count`: of all rows that have the searched text. */
export async function readFilePage(
  file: Pick<PlainFile, 'handle'>,
  { filters, page: number }: TableQuery,
  layout: FileTable['layout'],
) {
  const has = searchFor(filters['q'] ?? '')
  const first = (number - 1) * LISTED_ROWS
  let header: readonly string[] | undefined
  const rows: (readonly string[])[] = []
  let count = 0
  for await (const cells of cellsOf(file, layout)) {
    if (header === undefined) header = cells
    else if (cells.some(has)) {
      if (count >= first && rows.length < LISTED_ROWS) rows.push(cells)
      count += 1
    }
  }
  return { header: header ?? [], rows, count }
}

/** The header first. */
async function* cellsOf(
  { handle }: Pick<PlainFile, 'handle'>,
  layout: FileTable['layout'],
): AsyncGenerator<readonly string[]> {
  if (layout === 'as-sent') {
    const source = () => handle.createReadStream({ start: 0, autoClose: false })
    const sent = await openRecords(source, INTAKE_LIMITS, NO_SHEET)
    if (!('refused' in sent)) {
      yield* shownCells(sent.read())
      return
    }
  }
  const head = Buffer.alloc(BOM_BYTES)
  await handle.read(head, 0, BOM_BYTES, 0)
  // Ours are of two flavours: Excel's has a mark of its encoding and semicolons.
  const isExcel = head[0] === 0xef
  // Before the manifest named the layout, what has no mark was most likely the template's own.
  const journal = layout !== null ? layout : isExcel ? undefined : LAYOUTS.calima
  if (journal !== undefined && journal !== 'as-sent') {
    yield headingsOf(journal)
    const entries = journalEntries(handle.createReadStream({ start: 0, autoClose: false }), journal)
    for await (const cells of entries) yield cells.map((cell) => cell.trim())
    return
  }
  const start = isExcel ? BOM_BYTES : 0
  const text = handle.createReadStream({ encoding: 'utf8', start, autoClose: false })
  yield* shownCells(readRecords(text, { delimiter: isExcel ? ';' : ',', quote: '"' }))
}

/** Excel's line about the separator is none of the file. */
async function* shownCells(read: AsyncIterable<readonly CsvRecord[]>) {
  let isFirst = true
  for await (const records of read) {
    for (const { cells } of records) {
      if (!isFirst || !/^sep=/i.test(cells[0] ?? '')) yield cells
      isFirst = false
    }
  }
}
