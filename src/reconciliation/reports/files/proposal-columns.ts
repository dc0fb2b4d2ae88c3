/** The columns of proposals.csv: one row for each debt of a proposal, with what its plan comes to. */
import { inLocale, type Locale } from '../../../bilingual.ts'
import type { ProposalLine } from '../../../ledger/orders/proposal-lines.ts'
import { PROPOSAL_HEADERS, type ProposalColumn } from '../../orders/deciding/proposal-headers.ts'
import type { ColumnTexts, ReportColumn } from './columns.ts'
import { wordFor } from '../words/messages.ts'

/** The column to fill in comes first, those that bind the line come last. */
export const proposalColumns = [
  { key: 'decision', kind: 'text', cell: () => null },
  { key: 'reason', kind: 'text', cell: () => null },
  { key: 'plate', kind: 'text', cell: ({ plate }) => plate },
  { key: 'renavam', kind: 'code', cell: ({ renavam }) => renavam },
  { key: 'costCentre', kind: 'words', cell: ({ costCentre }) => costCentre },
  { key: 'kind', kind: 'words', cell: ({ kind }, texts) => wordFor(texts.kinds, kind) },
  { key: 'description', kind: 'words', cell: ({ description }) => description },
  { key: 'dueDate', kind: 'date', cell: ({ dueDate }) => dueDate },
  { key: 'amount', kind: 'money', cell: ({ amountCents }) => amountCents },
  { key: 'items', kind: 'integer', cell: ({ items }) => items },
  { key: 'planDebts', kind: 'money', cell: ({ debtsCents }) => debtsCents },
  { key: 'fee', kind: 'money', cell: ({ feeCents }) => feeCents },
  { key: 'total', kind: 'money', cell: ({ totalCents }) => totalCents },
  { key: 'method', kind: 'text', cell: ({ method }) => method },
  { key: 'approvedBy', kind: 'words', cell: ({ approvedBy }) => approvedBy },
  { key: 'plan', kind: 'text', cell: ({ planId }) => planId },
  { key: 'debt', kind: 'text', cell: ({ debtId }) => debtId },
  { key: 'binding', kind: 'code', cell: ({ hash }) => hash },
] as const satisfies readonly ReportColumn<ProposalLine, ProposalColumn>[]

/** Only names: what they mean is in docs/approvals.md. */
export function proposalNames(locale: Locale): ColumnTexts {
  const names = Object.entries(PROPOSAL_HEADERS).map(([key, name]) => {
    return [key, { name: inLocale(name, locale), meaning: '' }] as const
  })
  return Object.fromEntries(names)
}
