/** proposals.csv: one row for each debt of a proposal, with what its plan comes to. */
import { inLocale, type Locale } from '../../../bilingual.ts'
import type { ProposalLine } from '../../../ledger/orders/proposal-lines.ts'
import { PROPOSAL_HEADERS, type ProposalColumn } from '../../orders/deciding/proposal-headers.ts'
import { writeCsv, type CsvFlavour } from '../../../sheets/csv/write-csv.ts'
import { csvColumns, type ReportColumn } from './columns.ts'
import { wordFor } from '../words/messages.ts'
import { messagesOf } from '../words/reports.ts'

/** The column to fill in comes first, those that bind the line come last. */
const proposalColumns = [
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

export function proposalColumnsIn(locale: Locale, simulated: boolean) {
  // Only names: what they mean is in docs/approvals.md.
  const names = Object.entries(PROPOSAL_HEADERS).map(([key, name]) => {
    return [key, { name: inLocale(name, locale), meaning: '' }] as const
  })
  const texts = messagesOf(locale)
  return csvColumns<ProposalLine>(proposalColumns, Object.fromEntries(names), texts, simulated)
}

/** The file's bytes, as the command line keeps it and the console sends it. */
export function proposalsCsv(
  lines: AsyncIterable<ProposalLine> | Iterable<ProposalLine>,
  { locale, flavour, zone, simulated }: ProposalsFile,
): AsyncGenerator<Uint8Array> {
  const columns = proposalColumnsIn(locale, simulated)
  return writeCsv(flavour, columns, lines, { timeZone: zone })
}

interface ProposalsFile {
  readonly locale: Locale
  readonly flavour: CsvFlavour
  readonly zone: string
  readonly simulated: boolean
}
