/** The columns of exceptions.csv: one row per thing that a person should look at. */
import type { ReportColumn } from './columns.ts'
import { isForPerson } from '../exception-kinds.ts'
import type { ExceptionLine } from './exception-line.ts'
import type { ColumnKey } from '../words/columns.pt.ts'

export const exceptionColumns = [
  { key: 'severity', kind: 'text', cell: ({ severity }, texts) => texts.severities[severity] },
  { key: 'code', kind: 'text', cell: ({ code }) => code },
  { key: 'plate', kind: 'words', cell: ({ plate }) => plate },
  { key: 'renavam', kind: 'code', cell: ({ renavam }) => renavam },
  { key: 'uf', kind: 'words', cell: ({ uf }) => uf },
  { key: 'nickname', kind: 'words', cell: ({ nickname }) => nickname },
  { key: 'costCentre', kind: 'words', cell: ({ costCentre }) => costCentre },
  { key: 'sentence', kind: 'words', cell: ({ sentence }) => sentence },
  { key: 'amount', kind: 'money', cell: ({ amountCents }) => amountCents },
  { key: 'found', kind: 'money', cell: ({ foundCents }) => foundCents },
  { key: 'since', kind: 'instant', cell: ({ since }) => since },
  { key: 'ageDays', kind: 'integer', cell: ({ ageDays }) => ageDays },
  { key: 'detail', kind: 'words', cell: ({ detail }) => detail },
  { key: 'errorCode', kind: 'words', cell: ({ error }) => error?.code ?? null },
  { key: 'errorTitle', kind: 'words', cell: ({ error }) => error?.title ?? null },
  { key: 'errorMessage', kind: 'words', cell: ({ error }) => error?.message ?? null },
  { key: 'errorAction', kind: 'words', cell: ({ error }) => error?.action ?? null },
  { key: 'line', kind: 'integer', cell: ({ line }) => line },
  { key: 'reference', kind: 'text', cell: ({ reference }) => reference },
  { key: 'ageClass', kind: 'text', cell: (line, { ages }) => ages[line.ageClass] },
  { key: 'order', kind: 'text', cell: ({ order }) => order },
  { key: 'debtId', kind: 'text', cell: ({ debt }) => debt },
  { key: 'forPerson', kind: 'flag', cell: ({ code }) => isForPerson(code) },
] as const satisfies readonly ReportColumn<ExceptionLine, ColumnKey<'exceptions.csv'>>[]
