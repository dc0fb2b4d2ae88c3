/** The columns of ledger.csv, payments.csv and rollforward.csv, in the reader's words. */
import type { Locale } from '../../../bilingual.ts'
import { formatCnpj } from '../../../fleet/document.ts'
import { veilDocuments } from '../../../fleet/veil-documents.ts'
import type { ReportColumn } from '../../reports/files/columns.ts'
import { wordFor } from '../../reports/words/messages.ts'
import { MOVING, type MoneyMovement } from '../movement.ts'
import type { BookColumnKey, BookFile } from '../words/book-columns.ts'
import { approverName, bookWordsOf } from '../words/book-words.ts'
import type { LedgerRow, RollRow } from './book-rows.ts'

type Columns<Row, F extends BookFile> = readonly ReportColumn<Row, BookColumnKey<F>>[]

export function ledgerColumns(locale: Locale): Columns<LedgerRow, 'ledger.csv'> {
  const { classes } = bookWordsOf(locale)
  return [
    { key: 'day', kind: 'date', cell: ({ day }) => day },
    { key: 'class', kind: 'text', cell: (row) => classes[row.class] },
    { key: 'cnpj', kind: 'text', cell: ({ cnpj }) => formatCnpj(cnpj) },
    { key: 'costCentre', kind: 'words', cell: ({ costCentre }) => costCentre },
    { key: 'plate', kind: 'text', cell: ({ plate }) => plate },
    { key: 'kind', kind: 'words', cell: ({ kind }, texts) => wordFor(texts.kinds, kind) },
    { key: 'description', kind: 'words', cell: ({ description }) => description },
    { key: 'dueDate', kind: 'date', cell: ({ dueDate }) => dueDate },
    { key: 'orderId', kind: 'text', cell: ({ orderId }) => orderId },
    { key: 'consultationId', kind: 'text', cell: (row) => row.consultationId },
    {
      key: 'amount',
      kind: 'money',
      cell: (row) => (row.class === 'opening' || row.class === 'closing' ? null : row.cents),
    },
    { key: 'balance', kind: 'money', cell: ({ balanceCents }) => balanceCents },
    { key: 'adjusts', kind: 'text', cell: ({ adjusts }) => adjusts },
    { key: 'debtId', kind: 'text', cell: ({ debtId }) => debtId },
  ]
}

export function paymentColumns(locale: Locale): Columns<MoneyMovement, 'payments.csv'> {
  const { natures } = bookWordsOf(locale)
  return [
    { key: 'day', kind: 'date', cell: ({ day }) => day },
    { key: 'paidOn', kind: 'date', cell: ({ paidOn }) => paidOn },
    { key: 'settledOn', kind: 'date', cell: ({ settledOn }) => settledOn },
    { key: 'orderId', kind: 'text', cell: ({ orderId }) => orderId },
    { key: 'method', kind: 'words', cell: ({ method }) => method },
    { key: 'txid', kind: 'code', cell: ({ txid }) => txid },
    { key: 'plate', kind: 'text', cell: ({ plate }) => plate },
    { key: 'cnpj', kind: 'text', cell: ({ cnpj }) => formatCnpj(cnpj) },
    { key: 'costCentre', kind: 'words', cell: ({ costCentre }) => costCentre },
    { key: 'nature', kind: 'text', cell: ({ nature }) => natures[nature] },
    { key: 'kind', kind: 'words', cell: ({ kind }, texts) => wordFor(texts.kinds, kind ?? '') },
    { key: 'description', kind: 'words', cell: ({ description }) => description },
    { key: 'dueDate', kind: 'date', cell: ({ dueDate }) => dueDate },
    { key: 'amount', kind: 'money', cell: ({ cents }) => cents },
    {
      key: 'approvedBy',
      kind: 'words',
      cell: ({ approvedBy }) => approverName(approvedBy, locale),
    },
    { key: 'adjusts', kind: 'text', cell: ({ adjusts }) => adjusts },
    { key: 'debtId', kind: 'text', cell: ({ debtId }) => debtId },
  ]
}

export function rollColumns(locale: Locale): Columns<RollRow, 'rollforward.csv'> {
  const { groupings } = bookWordsOf(locale)
  return [
    { key: 'grouping', kind: 'text', cell: ({ grouping }) => groupings[grouping] },
    { key: 'group', kind: 'text', cell: (row, texts) => groupName(row, texts.kinds) },
    { key: 'renavam', kind: 'code', cell: ({ renavam }) => renavam },
    { key: 'opening', kind: 'money', cell: ({ roll }) => roll.openingCents },
    ...MOVING.map(
      (name) =>
        ({
          key: name,
          kind: 'money',
          cell: ({ roll }: RollRow) => roll.movedCents[name],
        }) as const,
    ),
    { key: 'closing', kind: 'money', cell: ({ roll }) => roll.closingCents },
    { key: 'adjusted', kind: 'money', cell: ({ roll }) => roll.adjustedCents },
    { key: 'seenOn', kind: 'date', cell: ({ seenOn }) => seenOn },
  ]
}

export function groupName(
  { grouping, group }: Pick<RollRow, 'grouping' | 'group'>,
  kinds: Readonly<Record<string, string>>,
): string {
  if (grouping === 'cnpj') return formatCnpj(group)
  if (grouping === 'costCentre') return veilDocuments(group)
  return grouping === 'kind' ? wordFor(kinds, group) : group
}
