/** columns.md: explains every column of every file, from the tables that write the files. */
import type { Locale } from '../../../bilingual.ts'
import { debtColumns } from './debt-columns.ts'
import { exceptionColumns } from './exception-columns.ts'
import { fill, type Messages } from '../words/messages.ts'
import { columnMessagesOf } from '../words/columns.ts'
import { messagesOf } from '../words/reports.ts'
import type { ColumnsByFile } from '../words/columns.pt.ts'
import { orderItemColumns } from './order-item-columns.ts'
import { orderColumns } from './order-columns.ts'
import { nameOf, ORIGIN_KEY, type ReportColumn } from './columns.ts'
import { vehicleColumns } from './vehicle-columns.ts'
import { entriesOf } from '../../../fields.ts'

type AnyColumn = Pick<ReportColumn<never>, 'key' | 'kind'>

const TABLES = {
  'debts.csv': debtColumns,
  'vehicles.csv': vehicleColumns,
  'orders.csv': orderColumns,
  'order_items.csv': orderItemColumns,
  'exceptions.csv': exceptionColumns,
} as const satisfies Record<keyof ColumnsByFile, readonly AnyColumn[]>

export function columnsPage(locale: Locale, zone: string, simulated: boolean): string {
  const texts = messagesOf(locale)
  const names = columnMessagesOf(locale)
  const { columnsPage: words, page } = texts
  const sections = entriesOf(TABLES).map(([file, columns]) =>
    section(file, columns, names[file], texts),
  )
  return [
    `# ${words.title}`,
    ...(simulated ? [`**${page.simulated}**: ${page.simulatedNote}`] : []),
    fill(words.intro, { zone }),
    ...sections,
    `## rejected.csv`,
    words.rejected,
    '',
  ].join('\n\n')
}

function section(
  file: string,
  columns: readonly AnyColumn[],
  names: Readonly<Record<string, { meaning: string }>> & Parameters<typeof nameOf>[0],
  { columnsPage: words, page }: Messages,
): string {
  const meanings: Readonly<Record<string, string>> = page.fileMeanings
  const row = (key: string, kind: AnyColumn['kind']): string =>
    `| \`${nameOf(names, key)}\` | ${words.kinds[kind]} | ${names[key]?.meaning ?? ''} |`
  const rows = [...columns.map(({ key, kind }) => row(key, kind)), row(ORIGIN_KEY, 'text')]
  const head = `| ${words.column} | ${words.kind} | ${words.meaning} |\n| --- | --- | --- |`
  const table = `## ${file}\n\n${meanings[file] ?? ''}\n\n${head}\n${rows.join('\n')}`
  if (file !== 'vehicles.csv') return table
  return `${table}\n\n${fill(words.sheetColumns, { origin: nameOf(names, ORIGIN_KEY) })}`
}
