/** Names and meanings of the columns of a month's files; names have no accents, for programs. */
import { sayIn, type Locale } from '../../../bilingual.ts'
import type { ColumnTexts } from '../../reports/files/columns.ts'
import { columnMessagesOf } from '../../reports/words/columns.ts'

type Texts = readonly [ptName: string, enName: string, pt: string, en: string]

const day: Texts = [
  'data',
  'date',
  'Dia em que o mês o conta.',
  'Day by which the month counts it.',
]
const about = {
  cnpj: [
    'cnpj',
    'cnpj',
    'Do proprietário, se for empresa.',
    'Of the owner, where it is a company.',
  ],
  costCentre: ['centro_de_custo', 'cost_centre', 'De então.', 'As of then.'],
  plate: ['placa', 'plate', 'De então.', 'As of then.'],
  kind: ['tipo', 'kind', 'Tipo do débito.', 'Kind of the debt.'],
  description: ['descricao', 'description', 'Como o órgão informa.', 'As the authority puts it.'],
  dueDate: ['vencimento', 'due_date', 'Vencimento.', 'Due date.'],
  orderId: ['pedido', 'order', 'Pedido no serviço.', 'Order at the service.'],
  debtId: ['debito', 'debt', 'Identificador do débito.', 'Identifier of the debt.'],
} as const satisfies Record<string, Texts>

const shared = {
  ...about,
  adjusts: [
    'ajuste_de',
    'adjusts',
    'Mês já fechado que a linha corrige; vazio quando é do próprio mês.',
    'Closed month that the row corrects; empty for one of its own month.',
  ],
} as const satisfies Record<string, Texts>

const origin: Texts = ['origem', 'origin', 'SIMULADO ou REAL.', 'SIMULADO or REAL.']

const COLUMNS = {
  'ledger.csv': {
    day,
    class: ['classe', 'class', 'O que aconteceu com o saldo.', 'What happened to the balance.'],
    ...shared,
    consultationId: [
      'consulta',
      'consultation',
      'Resposta que o mostrou.',
      'Answer that showed it.',
    ],
    amount: [
      'valor',
      'amount',
      'O que soma ao saldo; vazio na abertura e no fechamento.',
      'What it adds to the balance; empty at opening and closing.',
    ],
    balance: [
      'saldo',
      'balance',
      'Saldo do débito depois da linha.',
      'Balance of the debt after the row.',
    ],
    origin,
  },
  'payments.csv': {
    day,
    paidOn: [
      'pago_em',
      'paid_on',
      'Pela melhor data: banco, serviço, pessoa, ou quando se viu.',
      'By the best date: bank, service, person, or when it was seen.',
    ],
    settledOn: [
      'baixado_em',
      'settled_on',
      'Quando o órgão deu baixa.',
      'When the authority settled it.',
    ],
    ...shared,
    method: ['forma', 'method', 'pix, boleto ou credit_card.', 'pix, boleto or credit_card.'],
    txid: [
      'txid',
      'txid',
      'Do Pix, ou a linha do boleto.',
      'Of the Pix, or the line of the boleto.',
    ],
    nature: [
      'natureza',
      'nature',
      'Débito, taxa, desconto, juros ou estorno.',
      'Debt, fee, discount, interest or refund.',
    ],
    amount: [
      'valor',
      'amount',
      'Dinheiro que saiu; negativo o que voltou.',
      'Money that left; what came back is negative.',
    ],
    approvedBy: ['quem_aprovou', 'approved_by', 'Pessoa ou regra.', 'Person or rule.'],
    origin,
  },
  'bank.csv': {
    day: ['data', 'date', 'Do banco; sem ela, a nossa.', "The bank's; without it, ours."],
    class: [
      'classe',
      'class',
      'O que a linha e o pedido são um do outro.',
      'What line and order are to each other.',
    ],
    amount: [
      'valor',
      'amount',
      'No banco; negativo o que saiu.',
      'At the bank; what left is negative.',
    ],
    ourAmount: [
      'valor_da_frota',
      'fleet_amount',
      'O mesmo pelos pedidos.',
      'The same by the orders.',
    ],
    statement: ['extrato', 'statement', 'O texto do banco.', "The bank's text."],
    orderId: [
      'pedido',
      'order',
      'Pedidos que são, ou que poderiam ser.',
      'Orders that it is, or could be.',
    ],
    age: ['idade', 'age', 'Dias em aberto, por faixa.', 'Days open, by class.'],
    todo: ['o_que_fazer', 'to_do', 'O próximo passo.', 'The next step.'],
    origin,
  },
  'classes.csv': {
    class: [
      'classe',
      'class',
      'O que débito, pedido, tentativa, baixa e banco são juntos.',
      'What debt, order, attempt, settlement and bank are together.',
    ],
    todo: ['o_que_fazer', 'to_do', 'O próximo passo.', 'The next step.'],
    amount: [
      'valor',
      'amount',
      'O que o pedido paga do débito; sem pedido, o que o débito pede.',
      'What the order pays of the debt; without one, what the debt asks for.',
    ],
    ...about,
    ofDebt: ['no_orgao', 'at_authority', 'Na última resposta.', 'In the newest answer.'],
    ofOrder: ['do_pedido', 'of_order', 'O que foi do dinheiro.', 'What became of the money.'],
    ofAttempt: ['da_tentativa', 'of_attempt', 'A última de pagar.', 'The newest to pay.'],
    ofSettlement: ['da_baixa', 'of_settlement', 'Pelo órgão.', 'By the authority.'],
    ofBank: ['no_banco', 'at_bank', 'Do pagamento e dos estornos.', 'Of payment and refunds.'],
    day: ['data', 'date', 'Quando algo aconteceu por último.', 'When anything happened last.'],
    origin,
  },
  'rollforward.csv': {
    grouping: [
      'por',
      'by',
      'Frota, CNPJ, centro de custo, tipo ou veículo.',
      'Fleet, CNPJ, cost centre, kind or vehicle.',
    ],
    group: ['grupo', 'group', 'Qual deles.', 'Which of them.'],
    renavam: ['renavam', 'renavam', 'Do veículo.', 'Of the vehicle.'],
    opening: ['abertura', 'opening', 'Saldo no começo do mês.', 'Balance when the month began.'],
    new: ['novos', 'new', 'Soma do mês.', 'Sum of the month.'],
    returned: ['voltaram', 'returned', 'Soma do mês.', 'Sum of the month.'],
    increase: ['aumentos', 'increases', 'Soma do mês.', 'Sum of the month.'],
    decrease: ['reducoes', 'decreases', 'Soma do mês.', 'Sum of the month.'],
    paid: ['pagos', 'paid', 'Soma do mês.', 'Sum of the month.'],
    refunded: ['estornos', 'refunded', 'Soma do mês.', 'Sum of the month.'],
    gone: ['sumiram', 'gone', 'Soma do mês.', 'Sum of the month.'],
    'left-fleet': ['sairam_da_frota', 'left_fleet', 'Soma do mês.', 'Sum of the month.'],
    alternative: [
      'alternativa',
      'alternative',
      'Troca da forma de pagar o IPVA.',
      'The way of paying IPVA changed.',
    ],
    transfer: [
      'transferencia',
      'transfer',
      'Entre CNPJs ou centros de custo.',
      'Between CNPJs or cost centres.',
    ],
    closing: ['fechamento', 'closing', 'Saldo no fim do mês.', 'Balance when the month ended.'],
    adjusted: [
      'ajustes',
      'adjustments',
      'A parte que corrige meses fechados.',
      'The part that corrects closed months.',
    ],
    seenOn: [
      'visto_em',
      'seen_on',
      'Dia da última resposta do veículo.',
      "Day of the vehicle's last answer.",
    ],
    origin,
  },
} as const satisfies Record<string, Record<string, Texts>>

export type BookFile = keyof typeof COLUMNS
export type BookColumnKey<F extends BookFile> = Exclude<keyof (typeof COLUMNS)[F], 'origin'> &
  string

/** By column; exceptions.csv is that of a run. */
export function bookColumnTexts(file: BookFile | 'exceptions.csv', locale: Locale): ColumnTexts {
  if (file === 'exceptions.csv') return columnMessagesOf(locale)[file]
  const texts: Readonly<Record<string, Texts>> = COLUMNS[file]
  const say = sayIn(locale)
  return Object.fromEntries(
    Object.entries(texts).map(([key, [ptName, enName, pt, en]]) => [
      key,
      { name: say(ptName, enName), meaning: say(pt, en) },
    ]),
  )
}
