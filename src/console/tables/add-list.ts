/** A list of rows that are read at once: the file of what is shown, and a page of its own. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { html, type Content } from '../../html.ts'
import { page, type PageSetting } from '../frame/page.ts'
import { sendPage, type needs, type RouteParts } from '../frame/route-parts.ts'
import { rowsView, sendRows } from './rows-table.ts'
import type { CsvToSend } from './send-csv.ts'
import { readQuery, type QueryShape, type TableQuery } from './table-query.ts'

type Listing<Row> = Pick<CsvToSend<Row>, 'columns' | 'isSimulated'> & {
  readonly rows: readonly Row[]
}

/** `back`: the page that has the first rows. */
type ListOnPage<Row> = Listing<Row> & {
  readonly title: string
  readonly search: string
  readonly back: Content
}

interface List {
  /** Of its page; the file's has `.csv` after it. */
  readonly path: string
  readonly options: ReturnType<typeof needs>
  readonly shape: QueryShape
}

interface ReadList<Read> extends List {
  readonly read: (setting: PageSetting, query: TableQuery, request: FastifyRequest) => Promise<Read>
}

/** What is read, as a page of its own and as a table for the file. */
interface ListOfPage<Row, Read> extends List {
  readonly read: (setting: PageSetting, asked: unknown) => Promise<Read>
  readonly page: (setting: PageSetting, read: Read, query: TableQuery) => string | Promise<string>
  readonly table: (setting: PageSetting, read: Read) => Listing<Row>
}

/** Only the file: for a list whose page has more than it. */
export function addCsv<Row>(
  pages: FastifyInstance,
  { tools }: Pick<RouteParts, 'tools'>,
  { path, options, shape, read }: ReadList<Listing<Row>>,
): void {
  const { FROTA_CSV_FLAVOUR: flavour } = tools.context.config
  const name = path.slice(path.lastIndexOf('/') + 1)
  pages.get(`${path}.csv`, options, async (request, reply) => {
    const { setting } = request
    const query = readQuery(request.query, shape)
    const listing = await read(setting, query, request)
    return sendRows(reply, { ...listing, name, flavour, setting, query })
  })
}

/** A page that has the whole list and more than it. */
export function addListPage<Row, Read>(
  pages: FastifyInstance,
  parts: Pick<RouteParts, 'tools'>,
  { read, page: shown, table, ...list }: ListOfPage<Row, Read>,
): void {
  addCsv(pages, parts, {
    ...list,
    read: async (setting, _query, { query }) => table(setting, await read(setting, query)),
  })
  pages.get(list.path, list.options, async ({ setting, query }, reply) => {
    const found = await read(setting, query)
    return sendPage(reply, await shown(setting, found, readQuery(query, list.shape)))
  })
}

export function addList<Row>(
  pages: FastifyInstance,
  parts: Pick<RouteParts, 'tools'>,
  list: ReadList<ListOnPage<Row>>,
): void {
  addCsv(pages, parts, list)
  pages.get(list.path, list.options, async (request, reply) => {
    const { setting, url } = request
    const query = readQuery(request.query, list.shape)
    const { title, back, ...table } = await list.read(setting, query, request)
    const [path = ''] = url.split('?')
    const body = html`<section>
      <p class="soft small">${back}</p>
      <h1>${title}</h1>
      ${rowsView(setting, { ...table, path, query })}
    </section>`
    return sendPage(reply, page(setting, { title, body }))
  })
}
