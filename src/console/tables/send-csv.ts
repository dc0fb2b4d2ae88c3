/** Sends all rows that a table's filters let through as a CSV file, a bounded part at a time. */
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { EXPORTED_ROWS, type PageOfList } from '../../ledger/listings/listed-page.ts'
import { writeCsv, type CsvFlavour } from '../../sheets/csv/write-csv.ts'
import { sendAs } from '../frame/of-fleet.ts'
import type { PageSetting } from '../frame/page.ts'
import { csvColumnsOf, type TableColumn } from './table-columns.ts'
import { tableWords } from './table-words.ts'

/** A fleet of 50,000 vehicles has some 300,000 debts; what is beyond it is in the reports. */
const FILE_ROWS_MAX = 500_000

export interface CsvToSend<Row> {
  /** After the fleet's, without `.csv`. */
  readonly name: string
  readonly flavour: CsvFlavour
  readonly setting: PageSetting
  readonly columns: readonly TableColumn<Row>[]
  /** Where rows may be of another service than the fleet of today. */
  readonly isSimulated?: (row: Row) => boolean
  readonly read: (page: PageOfList) => Promise<readonly Row[]>
}

export function sendCsv<Row>(reply: FastifyReply, file: CsvToSend<Row>): FastifyReply {
  const { name, flavour, setting, columns, read } = file
  const { locale, simulated, zone } = setting
  const { isSimulated = () => simulated } = file
  const all = csvColumnsOf(columns, tableWords(locale).origin, isSimulated)
  const pieces = writeCsv(flavour, all, allRows(read), { timeZone: zone })
  sendAs(reply, `${name}.csv`).type('text/csv; charset=utf-8')
  return reply.send(Readable.from(pieces))
}

async function* allRows<Row>(read: CsvToSend<Row>['read']): AsyncGenerator<Row> {
  for (let offset = 0; offset < FILE_ROWS_MAX; offset += EXPORTED_ROWS) {
    const rows = await read({ limit: EXPORTED_ROWS, offset })
    yield* rows
    if (rows.length < EXPORTED_ROWS) return
  }
}
