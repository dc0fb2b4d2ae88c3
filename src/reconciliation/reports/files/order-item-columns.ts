/** The columns of order_items.csv: one row per debt of an order or proposal. */
import type { ReportOrderItem } from '../../../ledger/reports/report-rows.ts'
import type { ReportColumn } from './columns.ts'
import { ownerCell } from './owner-cell.ts'
import { wordFor } from '../words/messages.ts'
import type { ColumnKey } from '../words/columns.pt.ts'

export const orderItemColumns = [
  { key: 'plate', kind: 'text', cell: ({ plate }) => plate },
  { key: 'renavam', kind: 'code', cell: ({ renavam }) => renavam },
  { key: 'costCentre', kind: 'words', cell: ({ costCentre }) => costCentre },
  { key: 'cnpj', kind: 'text', cell: ownerCell },
  { key: 'order', kind: 'text', cell: ({ orderId }) => orderId },
  { key: 'state', kind: 'text', cell: ({ standing }, texts) => texts.orderStandings[standing] },
  { key: 'debtId', kind: 'text', cell: ({ debtId }) => debtId },
  { key: 'itemId', kind: 'text', cell: ({ itemId }) => itemId },
  { key: 'kind', kind: 'words', cell: ({ kind }) => kind },
  { key: 'kindName', kind: 'words', cell: ({ kind }, texts) => wordFor(texts.kinds, kind) },
  { key: 'description', kind: 'words', cell: ({ description }) => description },
  { key: 'year', kind: 'integer', cell: ({ year }) => year },
  { key: 'dueDate', kind: 'date', cell: ({ dueDate }) => dueDate },
  { key: 'amount', kind: 'money', cell: ({ amountCents }) => amountCents },
  { key: 'settlement', kind: 'words', cell: ({ settlement }) => settlement },
] as const satisfies readonly ReportColumn<ReportOrderItem, ColumnKey<'order_items.csv'>>[]
