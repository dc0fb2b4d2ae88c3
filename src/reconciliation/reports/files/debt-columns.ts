/** The columns of debts.csv: one row per debt. */
import type { ReportColumn } from './columns.ts'
import { ownerCell } from './owner-cell.ts'
import { wordFor } from '../words/messages.ts'
import type { DebtLine } from '../reports-of-vehicle.ts'
import type { ColumnKey } from '../words/columns.pt.ts'

export const debtColumns = [
  { key: 'plate', kind: 'text', cell: ({ vehicle }) => vehicle.plate },
  { key: 'renavam', kind: 'code', cell: ({ vehicle }) => vehicle.renavam },
  { key: 'uf', kind: 'text', cell: ({ vehicle }) => vehicle.uf },
  { key: 'nickname', kind: 'words', cell: ({ vehicle }) => vehicle.nickname },
  { key: 'costCentre', kind: 'words', cell: ({ vehicle }) => vehicle.costCentre },
  { key: 'kind', kind: 'words', cell: ({ debt }) => debt.kind },
  { key: 'kindName', kind: 'words', cell: ({ debt }, texts) => wordFor(texts.kinds, debt.kind) },
  { key: 'group', kind: 'words', cell: ({ debt }) => debt.group },
  { key: 'description', kind: 'words', cell: ({ debt }) => debt.description },
  { key: 'year', kind: 'integer', cell: ({ debt }) => debt.year },
  { key: 'dueDate', kind: 'date', cell: ({ debt }) => debt.dueDate },
  { key: 'overdue', kind: 'flag', cell: ({ overdue }) => overdue },
  { key: 'amount', kind: 'money', cell: ({ debt }) => debt.amountCents },
  { key: 'previousAmount', kind: 'money', cell: ({ debt }) => debt.previousAmountCents },
  { key: 'change', kind: 'text', cell: ({ change }, texts) => texts.changes[change] },
  { key: 'payable', kind: 'flag', cell: ({ debt }) => debt.isPayable },
  { key: 'dependsOn', kind: 'words', cell: ({ debt }) => debt.dependsOnDescription },
  { key: 'dependsOnId', kind: 'text', cell: ({ debt }) => debt.dependsOnDebtId },
  {
    key: 'state',
    kind: 'text',
    cell: ({ debt }, texts) => texts.debtStates[debt.isRefunded ? 'refunded' : debt.state],
  },
  { key: 'counted', kind: 'flag', cell: ({ standing }) => standing === 'owed' },
  {
    key: 'standing',
    kind: 'text',
    cell: ({ standing }, texts) => texts.standings[standing ?? 'not-shown'],
  },
  {
    key: 'owed',
    kind: 'money',
    cell: ({ debt, standing }) => (standing === 'owed' ? debt.amountCents : 0n),
  },
  {
    key: 'leftOutWhy',
    kind: 'words',
    cell: ({ debt }, texts) => wordFor(texts.reasons, debt.leftOutWhy ?? ''),
  },
  { key: 'firstSeen', kind: 'instant', cell: ({ debt }) => debt.firstSeenAt },
  { key: 'lastSeen', kind: 'instant', cell: ({ debt }) => debt.lastSeenAt },
  { key: 'consultationId', kind: 'text', cell: ({ debt }) => debt.lastConsultationId },
  { key: 'debtId', kind: 'text', cell: ({ debt }) => debt.id },
  { key: 'order', kind: 'text', cell: ({ debt }) => debt.orderId },
  { key: 'cnpj', kind: 'text', cell: ({ vehicle }) => ownerCell(vehicle) },
  { key: 'seenAt', kind: 'date', cell: ({ seenOn }) => seenOn },
] as const satisfies readonly ReportColumn<DebtLine, ColumnKey<'debts.csv'>>[]
