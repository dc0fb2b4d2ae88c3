/** A CSV file of a folder as a table: searched and paged by reading it through, in bounded memory. */
import { html } from '../../html.ts'
import { LISTED_ROWS } from '../../ledger/listings/listed-page.ts'
import { searchFor } from '../../ledger/listings/search-text.ts'
import { readRecords } from '../../sheets/csv/read-records.ts'
import { page, type PageSetting } from '../frame/page.ts'
import { pageWords } from '../frame/page-words.ts'
import type { TableColumn } from '../tables/table-columns.ts'
import type { TableQuery } from '../tables/table-query.ts'
import { tableView } from '../tables/table-view.ts'
import type { PlainFile } from '../../web/plain-file.ts'

export const FILE_QUERY = { filters: ['q'], sorts: [''] } as const

const BOM_BYTES = 3
/** A header of ours is some hundred characters. */
const HEAD_BYTES = 4_096

export interface FileTable {
  readonly path: string
  /** The file itself, whose name is the page's. */
  readonly download: string
  readonly file: PlainFile
  readonly query: TableQuery
}

export async function fileTable(
  setting: PageSetting,
  { path, download, file, query }: FileTable,
): Promise<string> {
  const { header, rows, count } = await readFilePage(file, query)
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
async function readFilePage({ handle }: PlainFile, { filters, page: number }: TableQuery) {
  const head = Buffer.alloc(HEAD_BYTES)
  await handle.read(head, 0, HEAD_BYTES, 0)
  // Ours are of two flavours: Excel's has a mark of its encoding and semicolons.
  const isExcel = head[0] === 0xef
  const start = isExcel ? BOM_BYTES : 0
  const text = handle.createReadStream({ encoding: 'utf8', start })
  const has = searchFor(filters['q'] ?? '')
  const first = (number - 1) * LISTED_ROWS
  let header: readonly string[] | undefined
  const rows: (readonly string[])[] = []
  let count = 0
  for await (const records of readRecords(text, { delimiter: isExcel ? ';' : ',', quote: '"' })) {
    for (const { cells } of records) {
      if (header === undefined) header = cells
      else if (cells.some(has)) {
        if (count >= first && rows.length < LISTED_ROWS) rows.push(cells)
        count += 1
      }
    }
  }
  return { header: header ?? [], rows, count }
}
