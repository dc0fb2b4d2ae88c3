/** Finds the columns of a statement by the words over them, in Portuguese and English. */
import { foldText } from './statement-values.ts'

/** Headings as `foldText` leaves them. */
const WORDS = [
  [
    'day',
    'data|date|dt|dia|data lancamento|data do lancamento|data de lancamento|data mov|' +
      'data movimento|data do movimento|data movimentacao|data da movimentacao|data transacao|' +
      'data da transacao|data da operacao|posted|posted date|posting date|transaction date|booking date',
  ],
  [
    'memo',
    'lancamento|lancamentos|historico|descricao|description|memo|detalhe|detalhes|details|' +
      'complemento|titulo|title|estabelecimento|descricao do lancamento|favorecido|payee|narrative',
  ],
  [
    'amount',
    'valor|valores|amount|value|montante|quantia|valor do lancamento|valor lancamento|' +
      'valor da transacao|valor r|valor em r|transaction amount',
  ],
  [
    'debit',
    'debito|debitos|debit|debits|saida|saidas|withdrawal|withdrawals|paid out|valor debito',
  ],
  [
    'credit',
    'credito|creditos|credit|credits|entrada|entradas|deposit|deposits|paid in|valor credito',
  ],
  ['balance', 'saldo|saldos|balance|saldo do dia|saldo apos lancamento|running balance|saldo r'],
  [
    'id',
    'identificador|id|fitid|id da transacao|identificador da transacao|transaction id|codigo da transacao',
  ],
  [
    'reference',
    'documento|docto|doc|dcto|n documento|no documento|numero documento|numero do documento|' +
      'nr doc|nr documento|num doc|check number|reference|referencia|document',
  ],
  [
    'side',
    'd/c|c/d|dc|d c|deb/cred|deb /cred|debito/credito|credito/debito|debito credito|natureza|' +
      'natureza do lancamento|tipo|type|transaction type|operacao|movimentacao|movimento|' +
      'tipo lancamento|tipo de lancamento|tipo transacao|tipo de transacao|tipo da transacao|' +
      'tipo operacao|tipo de operacao|tipo da operacao|tipo movimento|tipo de movimento|' +
      'tipo movimentacao|tipo de movimentacao|entrada/saida|debit/credit',
  ],
] as const

export type StatementColumn = (typeof WORDS)[number][0]

const BY_WORD: ReadonlyMap<string, StatementColumn> = new Map(
  WORDS.flatMap(([column, words]) => words.split('|').map((word) => [word, column] as const)),
)

/** Places of the columns in a row, from 0. A memo may stand in several, the others in the first. */
export type StatementColumns = ReadonlyMap<StatementColumn, readonly number[]>

export function columnHits(cells: readonly string[]): number {
  return namedColumns(cells).size
}

/** Undefined for a row that does not name a day and an amount. */
export function findColumns(cells: readonly string[]): StatementColumns | undefined {
  const found = namedColumns(cells)
  const hasMoney = found.has('amount') || (found.has('debit') && found.has('credit'))
  return found.has('day') && hasMoney ? found : undefined
}

function namedColumns(cells: readonly string[]): Map<StatementColumn, number[]> {
  const found = new Map<StatementColumn, number[]>()
  for (const [at, cell] of cells.entries()) {
    const column = BY_WORD.get(foldText(cell))
    if (column !== undefined) found.set(column, [...(found.get(column) ?? []), at])
  }
  return found
}
