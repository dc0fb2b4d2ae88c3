/** The columns of orders.csv: one row per order, and per proposal that waits for a decision. */
import type { ReportOrder } from '../../../ledger/reports/report-rows.ts'
import type { ReportColumn } from './columns.ts'
import { wordFor } from '../words/messages.ts'
import type { ColumnKey } from '../words/columns.pt.ts'

export const orderColumns = [
  { key: 'plate', kind: 'text', cell: ({ plate }) => plate },
  { key: 'renavam', kind: 'code', cell: ({ renavam }) => renavam },
  { key: 'uf', kind: 'text', cell: ({ uf }) => uf },
  { key: 'nickname', kind: 'words', cell: ({ nickname }) => nickname },
  { key: 'costCentre', kind: 'words', cell: ({ costCentre }) => costCentre },
  { key: 'method', kind: 'words', cell: ({ method }) => method },
  {
    key: 'state',
    kind: 'text',
    cell: ({ standing }, texts) => texts.orderStandings[standing],
  },
  { key: 'status', kind: 'words', cell: ({ status }) => status },
  { key: 'attempt', kind: 'words', cell: ({ attemptStatus }) => attemptStatus },
  { key: 'items', kind: 'integer', cell: ({ items }) => items },
  { key: 'debts', kind: 'money', cell: ({ debtsCents }) => debtsCents },
  /** Fee and total of a proposal are known once the service's preview told them. */
  { key: 'fee', kind: 'money', cell: (order) => (isPriced(order) ? order.feeCents : null) },
  { key: 'total', kind: 'money', cell: (order) => (isPriced(order) ? order.totalCents : null) },
  { key: 'feePreviewed', kind: 'flag', cell: ({ feePreviewed }) => feePreviewed },
  {
    key: 'refunded',
    kind: 'money',
    cell: ({ isProposal, refundedCents }) => (isProposal ? null : refundedCents),
  },
  {
    key: 'gate',
    kind: 'flag',
    cell: ({ isProposal, gate }) => (isProposal ? null : gate === 'open'),
  },
  {
    key: 'gateReason',
    kind: 'words',
    cell: ({ gateReason }, texts) => wordFor(texts.reasons, gateReason ?? ''),
  },
  { key: 'pixCode', kind: 'text', cell: ({ gate, pixCode }) => (gate === 'open' ? pixCode : null) },
  { key: 'pixExpires', kind: 'instant', cell: ({ pixExpiresAt }) => pixExpiresAt },
  {
    key: 'renewals',
    kind: 'integer',
    cell: ({ method, renewals }) => (method === 'pix' && renewals > 0 ? renewals : null),
  },
  {
    key: 'boletoLine',
    kind: 'code',
    cell: ({ gate, boletoLine }) => (gate === 'open' ? boletoLine : null),
  },
  {
    key: 'boletoBarcode',
    kind: 'code',
    cell: ({ gate, boletoBarcode }) => (gate === 'open' ? boletoBarcode : null),
  },
  { key: 'boletoDue', kind: 'date', cell: ({ boletoDueDate }) => boletoDueDate },
  { key: 'charged', kind: 'money', cell: ({ chargedCents }) => chargedCents },
  { key: 'installments', kind: 'integer', cell: ({ installments }) => installments },
  { key: 'createdAt', kind: 'instant', cell: ({ createdAt }) => createdAt },
  { key: 'readAt', kind: 'instant', cell: ({ readAt }) => readAt },
  { key: 'orderId', kind: 'text', cell: ({ id }) => id },
  { key: 'paidAt', kind: 'instant', cell: ({ paidAt }) => paidAt },
  { key: 'settledAt', kind: 'instant', cell: ({ settledAt }) => settledAt },
  { key: 'refundedAt', kind: 'instant', cell: ({ refundedAt }) => refundedAt },
  { key: 'txid', kind: 'text', cell: ({ txid }) => txid },
] as const satisfies readonly ReportColumn<ReportOrder, ColumnKey<'orders.csv'>>[]

function isPriced({ isProposal, totalCents }: ReportOrder): boolean {
  return !isProposal || totalCents > 0n
}
