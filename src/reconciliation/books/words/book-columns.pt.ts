/** Names and meanings of the columns of a month's files, in Portuguese; names have no accents. */
import { text, type ColumnText } from '../../reports/words/columns.pt.ts'

const day = text('data', 'Dia em que o mês o conta.')
const about = {
  cnpj: text('cnpj', 'Do proprietário, se for empresa.'),
  costCentre: text('centro_de_custo', 'De então.'),
  plate: text('placa', 'Do dia da linha.'),
  kind: text('tipo', 'Tipo do débito.'),
  description: text('descricao', 'Como o órgão informa.'),
  dueDate: text('vencimento', 'Vencimento.'),
  orderId: text('pedido', 'Pedido no serviço.'),
  debtId: text('debito', 'Identificador do débito.'),
}

const shared = {
  ...about,
  adjusts: text('ajuste_de', 'Mês já fechado que a linha corrige; vazio quando é do próprio mês.'),
}

const origin = text('origem', 'SIMULADO ou REAL.')

export const bookColumnsPt = {
  'ledger.csv': {
    day,
    class: text('classe', 'O que aconteceu com o saldo.'),
    ...shared,
    consultationId: text('consulta', 'Resposta que o mostrou.'),
    amount: text('valor', 'O que soma ao saldo; vazio na abertura e no fechamento.'),
    balance: text('saldo', 'Saldo do débito depois da linha.'),
    origin,
  },
  'payments.csv': {
    day,
    paidOn: text('pago_em', 'Pela melhor data: banco, serviço, pessoa, ou quando se viu.'),
    settledOn: text('baixado_em', 'Quando o órgão deu baixa.'),
    ...shared,
    method: text('forma', 'pix, boleto ou credit_card.'),
    txid: text('txid', 'Do Pix, ou a linha do boleto.'),
    nature: text('natureza', 'Débito, taxa, desconto, juros ou estorno.'),
    amount: text('valor', 'Dinheiro que saiu; negativo o que voltou.'),
    approvedBy: text('quem_aprovou', 'Pessoa ou regra.'),
    origin,
  },
  'bank.csv': {
    day: text('data', 'Do banco; sem ela, a nossa.'),
    class: text('classe', 'O que a linha e o pedido são um do outro.'),
    amount: text('valor', 'No banco; negativo o que saiu.'),
    ourAmount: text('valor_da_frota', 'O mesmo pelos pedidos.'),
    statement: text('extrato', 'O texto do banco.'),
    orderId: text('pedido', 'Pedidos que são, ou que poderiam ser.'),
    age: text('idade', 'Dias em aberto, por faixa.'),
    todo: text('o_que_fazer', 'O próximo passo.'),
    origin,
  },
  'classes.csv': {
    class: text('classe', 'O que débito, pedido, tentativa, baixa e banco são juntos.'),
    todo: text('o_que_fazer', 'O próximo passo.'),
    amount: text(
      'valor',
      'O que o pedido paga do débito; sem pedido, o que o débito pede; de uma linha do banco, como em bank.csv (pago duas vezes: sem sinal).',
    ),
    ...about,
    plate: text('placa', 'Do fim do mês.'),
    ofDebt: text('no_orgao', 'Na última resposta.'),
    ofOrder: text('do_pedido', 'O que foi do dinheiro.'),
    ofAttempt: text('da_tentativa', 'A última de pagar.'),
    ofSettlement: text('da_baixa', 'Pelo órgão.'),
    ofBank: text('no_banco', 'Do pagamento e dos estornos.'),
    day: text('data', 'Quando algo aconteceu por último.'),
    origin,
  },
  'rollforward.csv': {
    grouping: text('por', 'Frota, CNPJ, centro de custo, tipo ou veículo.'),
    group: text('grupo', 'Qual deles; do veículo, a placa do fim do mês.'),
    renavam: text('renavam', 'Do veículo.'),
    opening: text('abertura', 'Saldo no começo do mês.'),
    new: text('novos', 'Soma do mês.'),
    returned: text('voltaram', 'Soma do mês.'),
    increase: text('aumentos', 'Soma do mês.'),
    decrease: text('reducoes', 'Soma do mês.'),
    paid: text('pagos', 'Soma do mês.'),
    refunded: text('estornos', 'Soma do mês.'),
    gone: text('sumiram', 'Soma do mês.'),
    'left-fleet': text('sairam_da_frota', 'Soma do mês.'),
    alternative: text('alternativa', 'Troca da forma de pagar o IPVA.'),
    transfer: text('transferencia', 'Entre CNPJs ou centros de custo.'),
    closing: text('fechamento', 'Saldo no fim do mês.'),
    adjusted: text('ajustes', 'A parte que corrige meses fechados.'),
    seenOn: text('visto_em', 'Dia da última resposta do veículo.'),
    origin,
  },
} as const satisfies Record<string, Record<string, ColumnText>>

/** Every column of a file has a name and a meaning in each language. */
export type BookColumns = {
  readonly [File in keyof typeof bookColumnsPt]: Readonly<
    Record<keyof (typeof bookColumnsPt)[File], ColumnText>
  >
}
