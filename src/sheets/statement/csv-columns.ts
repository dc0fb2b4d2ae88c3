/** Finds the columns of a statement by the words over them, in Portuguese and English. */
import { foldText } from './statement-values.ts'

const COLUMNS = [
  'day',
  'memo',
  'amount',
  'debit',
  'credit',
  'balance',
  'id',
  'reference',
  'side',
] as const
export type StatementColumn = (typeof COLUMNS)[number]

/** Headings as `foldText` leaves them. */
const WORDS: Readonly<Record<StatementColumn, string>> = {
  day:
    'data|date|dt|dia|data lancamento|data do lancamento|data de lancamento|data mov|' +
    'data movimento|data do movimento|data movimentacao|data da movimentacao|data transacao|' +
    'data da transacao|data da operacao|posted|posted date|posting date|transaction date|booking date',
  memo:
    'lancamento|lancamentos|historico|descricao|description|memo|detalhe|detalhes|details|' +
    'complemento|titulo|title|estabelecimento|descricao do lancamento|favorecido|payee|narrative',
  amount:
    'valor|valores|amount|value|montante|quantia|valor do lancamento|valor lancamento|' +
    'valor da transacao|valor r|valor em r|transaction amount',
  debit: 'debito|debitos|debit|debits|saida|saidas|withdrawal|withdrawals|paid out|valor debito',
  credit: 'credito|creditos|credit|credits|entrada|entradas|deposit|deposits|paid in|valor credito',
  balance: 'saldo|saldos|balance|saldo do dia|saldo apos lancamento|running balance|saldo r',
  id: 'identificador|id|fitid|id da transacao|identificador da transacao|transaction id|codigo da transacao',
  reference:
    'documento|docto|doc|dcto|n documento|no documento|numero documento|numero do documento|' +
    'nr doc|nr documento|num doc|check number|reference|referencia|document',
  side: 'd/c|c/d|dc|deb/cred|debito/credito|natureza|tipo lancamento|tipo de lancamento|tipo|type',
}

const BY_WORD: ReadonlyMap<string, StatementColumn> = new Map(
  COLUMNS.flatMap((column) => WORDS[column].split('|').map((word) => [word, column] as const)),
)

/** Places of the columns in a row, from 0. A memo may stand in several, the others in the first. */
export type StatementColumns = Readonly<Record<StatementColumn, readonly number[]>>

export function columnHits(cells: readonly string[]): number {
  return new Set(cells.map(columnOf).filter((column) => column !== undefined)).size
}

/** Undefined for a row that does not name a day and an amount. */
export function findColumns(cells: readonly string[]): StatementColumns | undefined {
  const places = (column: StatementColumn): number[] =>
    cells.flatMap((cell, at) => (columnOf(cell) === column ? [at] : []))
  const found: StatementColumns = {
    day: places('day'),
    memo: places('memo'),
    amount: places('amount'),
    debit: places('debit'),
    credit: places('credit'),
    balance: places('balance'),
    id: places('id'),
    reference: places('reference'),
    side: places('side'),
  }
  const hasMoney = found.amount.length > 0 || (found.debit.length > 0 && found.credit.length > 0)
  return found.day.length > 0 && hasMoney ? found : undefined
}

function columnOf(cell: string): StatementColumn | undefined {
  return BY_WORD.get(foldText(cell))
}
