/** The columns of classes.csv, in the reader's words. */
import type { Locale } from '../../../bilingual.ts'
import { formatCnpj } from '../../../fleet/document.ts'
import type { ReportColumn } from '../../reports/files/columns.ts'
import { wordFor } from '../../reports/words/messages.ts'
import type { TrailClass } from '../classes/class-of.ts'
import type { TrailStates } from '../classes/trail.ts'
import type { BookedDebt } from '../movement.ts'
import type { BookColumnKey } from '../words/book-columns.ts'
import { classWordsOf } from '../words/class-words.ts'

export interface ClassRow extends Pick<
  BookedDebt,
  'debtId' | 'plate' | 'cnpj' | 'costCentre' | 'kind' | 'dueDate'
> {
  readonly class: TrailClass
  readonly states: TrailStates
  /** YYYY-MM-DD: when anything of it happened last. */
  readonly day: string | null
  /** The debt's, or the bank's text of a line without an order. */
  readonly description: string
  readonly orderId: string
  readonly cents: bigint
}

export function classColumns(
  locale: Locale,
): readonly ReportColumn<ClassRow, BookColumnKey<'classes.csv'>>[] {
  const words = classWordsOf(locale)
  return [
    { key: 'class', kind: 'text', cell: (row) => words.classes[row.class] },
    { key: 'todo', kind: 'words', cell: (row) => words.todo[row.class] },
    { key: 'amount', kind: 'money', cell: ({ cents }) => cents },
    { key: 'plate', kind: 'text', cell: ({ plate }) => plate },
    { key: 'cnpj', kind: 'text', cell: ({ cnpj }) => formatCnpj(cnpj) },
    { key: 'costCentre', kind: 'words', cell: ({ costCentre }) => costCentre },
    { key: 'kind', kind: 'words', cell: ({ kind }, texts) => wordFor(texts.kinds, kind) },
    { key: 'description', kind: 'words', cell: ({ description }) => description },
    { key: 'dueDate', kind: 'date', cell: ({ dueDate }) => dueDate },
    { key: 'orderId', kind: 'text', cell: ({ orderId }) => orderId },
    { key: 'ofDebt', kind: 'text', cell: ({ states }) => words.debt[states.debt] },
    { key: 'ofOrder', kind: 'text', cell: ({ states }) => words.order[states.order] },
    { key: 'ofAttempt', kind: 'text', cell: ({ states }) => words.attempt[states.attempt] },
    {
      key: 'ofSettlement',
      kind: 'text',
      cell: ({ states }) => words.settlement[states.settlement],
    },
    { key: 'ofBank', kind: 'text', cell: ({ states }) => words.bank[states.bank] },
    { key: 'day', kind: 'date', cell: ({ day }) => day },
    { key: 'debtId', kind: 'text', cell: ({ debtId }) => debtId },
  ]
}
