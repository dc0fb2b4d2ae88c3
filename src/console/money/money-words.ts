/** What the pages about proposals and payments say. */
import { wordsOf } from '../../bilingual.ts'

export const moneyWords = wordsOf({
  proposals: ['Propostas', 'Proposals'],
  none: ['Nenhuma proposta espera por uma decisão.', 'No proposal waits for a decision.'],
  toPay: [
    ['{n} pedido a pagar ({money})', '{n} pedidos a pagar ({money})'],
    ['{n} order to pay ({money})', '{n} orders to pay ({money})'],
  ],
  notToPay: [
    [
      '{n} pedido não pode ser pago agora ({money})',
      '{n} pedidos não podem ser pagos agora ({money})',
    ],
    ['{n} order cannot be paid now ({money})', '{n} orders cannot be paid now ({money})'],
  ],
  search: ['Placa, RENAVAM ou centro de custo', 'Plate, RENAVAM or cost centre'],
  plate: ['Placa', 'Plate'],
  renavam: ['RENAVAM', 'RENAVAM'],
  costCentre: ['Centro de custo', 'Cost centre'],
  method: ['Forma', 'Method'],
  methods: { pix: ['Pix', 'Pix'], boleto: ['boleto', 'boleto'], credit_card: ['cartão', 'card'] },
  items: ['Débitos', 'Debts'],
  debts: ['Soma', 'Sum'],
  fee: ['Taxa', 'Fee'],
  total: ['Total', 'Total'],
  state: ['Situação', 'State'],
  feeUnknown: ['a perguntar', 'not asked yet'],
  proposed: ['espera decisão', 'waits for a decision'],
  approved: ['aprovada', 'approved'],
  awaitsSecond: [
    'espera uma segunda pessoa; {people} aprovou',
    'waits for a second person; {people} approved',
  ],
  select: ['Escolher {plate}', 'Choose {plate}'],
  selectAll: ['Escolher todas desta página', 'Choose all of this page'],
  selection: [
    'Escolhidas: {n}, {money} com as taxas conhecidas.',
    'Chosen: {n}, {money} with the known fees.',
  ],
  approve: ['Aprovar as escolhidas', 'Approve the chosen'],
  reject: ['Rejeitar as escolhidas', 'Reject the chosen'],
  withdraw: ['Retirar a aprovação', 'Withdraw the approval'],
  reason: ['Por quê (para rejeitar ou retirar)', 'Why (to reject or withdraw)'],
  nothingChosen: [
    'Escolha ao menos uma proposta. Nada mudou.',
    'Choose at least one proposal. Nothing was changed.',
  ],
  noReason: ['Diga por que rejeita. Nada mudou.', 'Say why you reject. Nothing was changed.'],
  limits: ['Limites em vigor', 'Limits in force'],
  limitRows: {
    approveUpTo: ['aprovação automática até', 'approved automatically up to'],
    perOrder: ['por pedido', 'per order'],
    perRun: ['por execução', 'per run'],
    perDay: ['por frota e dia', 'per fleet and day'],
    perCostCentre: [
      'por frota e {period}, centro de custo sem limite próprio',
      'per fleet and {period}, cost centre without a limit of its own',
    ],
    ofCostCentre: [
      'por frota e {period}, centro de custo {name}',
      'per fleet and {period}, cost centre {name}',
    ],
    twoPeople: ['duas pessoas acima de', 'two people above'],
  },
  periods: { month: ['mês', 'month'], day: ['dia', 'day'] },
  noCostCentre: ['(nenhum)', '(none)'],
  noLimit: ['sem limite', 'no limit'],
  noAutomatic: ['nenhuma: tudo espera uma pessoa', 'none: everything waits for a person'],
  toOrder: [
    'Propostas aprovadas ainda sem pedido: {n} ({money} com as taxas).',
    'Approved proposals without an order yet: {n} ({money} with fees).',
  ],
  orderNow: ['Criar os pedidos agora', 'Make their orders now'],
  nextRun: [
    'O pedido de uma proposta aprovada é feito na próxima execução, ou pela gestão em Pagar.',
    'The order of an approved proposal is made by the next run, or by a manager from Pay.',
  ],
  decided: ['O que foi decidido', 'What was decided'],
  decidedBy: ['Decidido por {person}.', 'Decided by {person}.'],
  back: ['Voltar às propostas', 'Back to the proposals'],
  line: ['linha {line}', 'line {line}'],
  inFile: ['Decidir numa planilha', 'Decide in a spreadsheet'],
  fileOut: ['Baixar proposals-to-decide.csv', 'Download proposals-to-decide.csv'],
  fileNote: [
    'Uma linha por débito; a decisão de uma vale para a proposta inteira do veículo. ' +
      'Preencha a coluna decisao com aprovar ou rejeitar (e motivo) e devolva o arquivo. ' +
      'O que mudou desde então não é aplicado, e a página diz por quê.',
    'One line for each debt; the decision in one is for the whole proposal of the vehicle. ' +
      'Fill in the column decision with approve or reject (and reason), and give the file back. ' +
      'What changed meanwhile is not applied, and the page says why.',
  ],
  fileIn: ['O arquivo decidido', 'The decided file'],
  fileSend: ['Aplicar as decisões do arquivo', 'Apply the decisions of the file'],
  bounces: {
    'plan-unknown': [
      'esta proposta não existe mais nesta frota',
      'this proposal is not in this fleet any more',
    ],
    'plan-void': ['a proposta foi anulada ({about})', 'the proposal is void ({about})'],
    'plan-changed': [
      'mudou desde que esta página foi aberta; confira-a e decida de novo',
      'it changed since this page was opened; check it and decide again',
    ],
  },
  plan: ['Proposta para {plate}', 'Proposal for {plate}'],
  description: ['Descrição', 'Description'],
  due: ['Vencimento', 'Due'],
  amount: ['Valor', 'Amount'],
  pay: ['Pagar', 'Pay'],
  payLead: [
    'Os códigos que podem ser pagos agora, lidos no serviço há pouco. Depois de pagar, confira.',
    'The codes that may be paid now, read at the service a moment ago. After you paid, check.',
  ],
  payFile: ['Baixar todos como CSV', 'Download all as CSV'],
  payPrint: [
    'Para pagar de uma vez, imprima esta página: cada código traz quando foi lido e até quando vale.',
    'To pay them at once print this page: each code says when it was read and until when it holds.',
  ],
  payNone: ['Nada pode ser pago agora.', 'Nothing may be paid now.'],
  readAt: ['lido em {at}', 'read {at}'],
  expires: ['vale até {at}', 'good until {at}'],
  dueOn: ['pague até {day}', 'pay until {day}'],
  copy: ['Copiar o código', 'Copy the code'],
  copied: ['Copiado', 'Copied'],
  barcode: ['Código de barras', 'Barcode'],
  code: ['Código ou linha digitável', 'Code or line of digits'],
  validUntil: ['Vale até', 'Good until'],
  readOn: ['Lido em', 'Read at'],
  qr: ['Código Pix do pedido de {plate}', 'Pix code of the order for {plate}'],
  never: ['SIMULADO: não pague', 'SIMULADO: do not pay'],
  check: ['Já paguei: conferir', 'I have paid: check'],
  renew: ['Gerar outro código', 'Make another code'],
  others: ['Não podem ser pagos agora', 'Cannot be paid now'],
  why: ['Por quê', 'Why'],
  status: ['Situação no serviço', 'State at the service'],
  searchOrders: ['Placa ou situação', 'Plate or state'],
  paid: ['Pagos, aguardando baixa', 'Paid, awaiting settlement'],
  since: ['Desde', 'Since'],
  checked: {
    changed: ['{plate}: {from} → {to}.', '{plate}: {from} → {to}.'],
    same: [
      '{plate}: o serviço ainda diz "{to}". O banco pode levar alguns minutos.',
      '{plate}: the service still says "{to}". The bank may need some minutes.',
    ],
    unread: [
      'O serviço não respondeu ({why}). Nada mudou; tente de novo em instantes.',
      'The service did not answer ({why}). Nothing was changed; try again in a moment.',
    ],
  },
  renewed: [
    'O serviço fez outro código para {plate}.',
    'The service made another code for {plate}.',
  ],
  notRenewed: [
    'Nenhum código novo foi pedido: o atual ainda vale ou outra pessoa já pediu um.',
    'No new code was asked for: the present one is good, or somebody asked for one.',
  ],
  orderGone: [
    'Este pedido não está nesta frota, ou já terminou.',
    'This order is not in this fleet, or is over.',
  ],
})
