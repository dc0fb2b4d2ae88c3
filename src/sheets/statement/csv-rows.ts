/** What one row of a statement in CSV says, by the columns that its header names. */
import type { StatementColumn, StatementColumns } from './csv-columns.ts'
import type { RawLine } from './gather-lines.ts'
import { foldText, readAmount } from './statement-values.ts'

export interface CsvRow extends RawLine {
  /** The amount itself tells whether money left or came, or the heading over it does. */
  readonly isSigned: boolean
  /** What stands in the columns that should tell it, where nobody knows the words. */
  readonly unknownSide: string
}

/** `line`: of the text, from 1. */
export function readRow(cells: readonly string[], columns: StatementColumns, line: number): CsvRow {
  const cell = (column: StatementColumn): string =>
    (cells[columns.get(column)?.[0] ?? -1] ?? '').trim()
  const words = (columns.get('side') ?? []).map((at) => (cells[at] ?? '').trim())
  const sides = new Set(words.flatMap((text) => sideOf(text) ?? []))
  return {
    id: cell('id'),
    day: cell('day'),
    cents: amountOf(cell, sides.size === 1 ? [...sides][0] : undefined),
    amount: MONEY.map(cell)
      .filter((text) => text !== '')
      .join(' '),
    type: '',
    memos: (columns.get('memo') ?? columns.get('side') ?? []).map((at) => cells[at] ?? ''),
    reference: cell('reference'),
    line,
    isSigned: cell('amount') === '' || /[^0-9.,\s]/.test(cell('amount').replace(/R\$/i, '')),
    unknownSide: sides.size === 1 ? '' : words.join(' '),
  }
}

const MONEY = ['debit', 'credit', 'amount', 'side'] as const

/** One signed amount, whichever columns have it; null where all are empty. */
function amountOf(
  cell: (column: StatementColumn) => string,
  side: Side | undefined,
): bigint | null | undefined {
  const [debit, credit, amount] = [amountIn('debit'), amountIn('credit'), amountIn('amount')]
  const told = [debit, credit, amount].filter((cents) => cents !== null)
  // A zero beside the column that moves says nothing.
  const [cents, ...others] = told.length === 1 ? told : told.filter((each) => each !== 0n)
  if (told.length === 0) return null
  if (others.length > 0) return undefined
  if (cents === undefined) return told.includes(undefined) ? undefined : 0n
  if (cents === debit || (cents === amount && side === 'debit')) return cents > 0n ? -cents : cents
  // A credit with a minus contradicts itself.
  const isCredit = cents === credit || side === 'credit'
  return isCredit && cents < 0n ? undefined : cents

  function amountIn(column: StatementColumn): bigint | null | undefined {
    return cell(column) === '' ? null : readAmount(cell(column))
  }
}

type Side = 'debit' | 'credit'

function sideOf(text: string): Side | undefined {
  const word = foldText(text)
  if (DEBIT.test(word)) return 'debit'
  return CREDIT.test(word) ? 'credit' : undefined
}

/** Whole cells only: "pagamento" is money of either side, "cartao de credito" is a debit. */
const DEBIT =
  /^(?:d|deb|a? ?debito|debit|debitado|saidas?|saque|withdrawal|(?:(?:pix|ted|doc|transferencia) )?enviad[oa])$/
const CREDIT =
  /^(?:c|cred|a? ?credito|credit|creditado|entradas?|deposito|deposit|(?:(?:pix|ted|doc|transferencia) )?recebid[oa])$/
