/** A list of rows that are read at once: the file of what is shown, and a page of its own. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { html, type Content } from '../../html.ts'
import { page, type PageSetting } from '../frame/page.ts'
import { sendPage, type needs, type RouteParts } from '../frame/route-parts.ts'
import { rowsView, sendRows } from './rows-table.ts'
import type { TableColumn } from './table-columns.ts'
import { readQuery, type QueryShape, type TableQuery } from './table-query.ts'

interface Listing<Row> {
  readonly columns: readonly TableColumn<Row>[]
  readonly rows: readonly Row[]
}

/** `back`: the page that has the first rows. */
interface ListOnPage<Row> extends Listing<Row> {
  readonly title: string
  readonly search: string
  readonly back: Content
}

interface List<Row, Read extends Listing<Row>> {
  /** Of its page; the file's has `.csv` after it. */
  readonly path: string
  readonly options: ReturnType<typeof needs>
  readonly shape: QueryShape
  readonly read: (setting: PageSetting, query: TableQuery, request: FastifyRequest) => Promise<Read>
}

/** Only the file: for a list whose page has more than it. */
export function addCsv<Row>(
  pages: FastifyInstance,
  { tools, settingOf }: Pick<RouteParts, 'tools' | 'settingOf'>,
  { path, options, shape, read }: List<Row, Listing<Row>>,
): void {
  const { FROTA_CSV_FLAVOUR: flavour } = tools.context.config
  const name = path.slice(path.lastIndexOf('/') + 1)
  pages.get(`${path}.csv`, options, async (request, reply) => {
    const setting = settingOf(request)
    const query = readQuery(request.query, shape)
    const { columns, rows } = await read(setting, query, request)
    return sendRows(reply, { name, flavour, zone: setting.zone, columns, rows, query })
  })
}

export function addList<Row>(
  pages: FastifyInstance,
  parts: Pick<RouteParts, 'tools' | 'settingOf'>,
  list: List<Row, ListOnPage<Row>>,
): void {
  addCsv(pages, parts, list)
  pages.get(list.path, list.options, async (request, reply) => {
    const setting = parts.settingOf(request)
    const query = readQuery(request.query, list.shape)
    const { title, back, ...table } = await list.read(setting, query, request)
    const [path = ''] = request.url.split('?')
    const body = html`<section>
      <p class="soft small">${back}</p>
      <h1>${title}</h1>
      ${rowsView(setting, { ...table, path, query })}
    </section>`
    return sendPage(reply, page(setting, { title, body }))
  })
}
