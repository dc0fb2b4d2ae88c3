/** What one row of a statement in CSV says, by the columns that its header names. */
import type { StatementColumn, StatementColumns } from './csv-columns.ts'
import type { RawLine } from './gather-lines.ts'
import { foldText, readAmount } from './statement-values.ts'

/** `line`: of the text, from 1. */
export function readRow(
  cells: readonly string[],
  columns: StatementColumns,
  line: number,
): RawLine {
  const cell = (column: StatementColumn): string =>
    (cells[columns.get(column)?.[0] ?? -1] ?? '').trim()
  return {
    id: cell('id'),
    day: cell('day'),
    cents: amountOf(cell),
    amount: MONEY.map(cell)
      .filter((text) => text !== '')
      .join(' '),
    type: '',
    memos: (columns.get('memo') ?? []).map((at) => cells[at] ?? ''),
    reference: cell('reference'),
    line,
  }
}

const MONEY = ['debit', 'credit', 'amount', 'side'] as const

/** One signed amount, whichever columns have it; null where all are empty. */
function amountOf(cell: (column: StatementColumn) => string): bigint | null | undefined {
  const [debit, credit, amount] = [amountIn('debit'), amountIn('credit'), amountIn('amount')]
  const told = [debit, credit, amount].filter((cents) => cents !== null)
  // A zero beside the column that moves says nothing.
  const [cents, ...others] = told.length === 1 ? told : told.filter((each) => each !== 0n)
  if (told.length === 0) return null
  if (others.length > 0) return undefined
  if (cents === undefined) return told.includes(undefined) ? undefined : 0n
  const side = SIDES.get(foldText(cell('side')))
  if (cents === debit || (cents === amount && side === 'debit')) return cents > 0n ? -cents : cents
  // A credit with a minus contradicts itself.
  const isCredit = cents === credit || side === 'credit'
  return isCredit && cents < 0n ? undefined : cents

  function amountIn(column: StatementColumn): bigint | null | undefined {
    return cell(column) === '' ? null : readAmount(cell(column))
  }
}

const SIDES: ReadonlyMap<string, 'debit' | 'credit'> = new Map([
  ...['d', 'debito', 'debit', 'saida', 'deb'].map((word) => [word, 'debit'] as const),
  ...['c', 'credito', 'credit', 'entrada', 'cred'].map((word) => [word, 'credit'] as const),
])
