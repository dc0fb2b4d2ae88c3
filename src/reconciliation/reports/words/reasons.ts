/** The codes in which stages keep their reasons. */
import type { MemberReason, READING_PROBLEMS } from '../../consultations/member-reasons.ts'
import type { RemovalHold } from '../../../ledger/vehicles/vehicle-removals.ts'
import type { OrderReason } from '../../orders/order-reasons.ts'

type ReadingProblem = (typeof READING_PROBLEMS)[keyof typeof READING_PROBLEMS]
/** `satisfies` refuses a code of a stage that has no text. */
type ReasonCode = OrderReason | MemberReason | ReadingProblem | RemovalHold

export const reasons = {
  // A vehicle's part in a campaign.
  left: ['o veículo saiu da frota', 'the vehicle left the fleet'],
  refused: ['o cadastro foi recusado', 'its registration was refused'],
  unregistered: ['o cadastro espera por uma pessoa', 'its registration waits for a person'],
  'state-not-offered': [
    'o serviço não oferece consultas neste estado agora',
    'the service does not offer consultations in this state now',
  ],
  fresh: ['já havia uma resposta recente', 'there was a recent answer'],
  'foreign-consultation': [
    'o serviço respondeu com a consulta de outro veículo',
    "the service gave another vehicle's consultation",
  ],
  'vehicle-unknown': [
    'o serviço não conhece mais o veículo',
    'the service does not know the vehicle any more',
  ],
  'vehicle-inactive': [
    'o veículo foi desativado no serviço',
    'the vehicle was deactivated at the service',
  ],
  'identity-untold': [
    'o serviço não aceitou a nova placa ou UF do veículo',
    'the service did not take the vehicle’s new plate or state',
  ],
  'not-a-member': ['o veículo já tinha saído da campanha', 'the vehicle had left the campaign'],
  // What keeps a vehicle at the service although its removal was asked for.
  'order-open': [
    'tem pedido em aberto, ou pago e sem baixa',
    'it has an order that is open, or paid and not settled',
  ],
  'order-in-doubt': ['tem pedido ou pagamento em dúvida', 'it has an order or a payment in doubt'],
  'plan-approved': ['tem proposta aprovada', 'it has an approved proposal'],
  'debt-under-way': ['tem débito em pagamento', 'it has a debt that is being paid'],
  'registration-under-way': ['está sendo cadastrado', 'it is being registered'],
  // The reading of a consultation.
  'still-pending': ['a consulta continuava em andamento', 'the consultation was still pending'],
  unreadable: ['a resposta não pôde ser entendida', 'the answer could not be understood'],
  unreached: ['o serviço não respondeu às leituras', 'the service did not answer the reads'],
  // The pay gate.
  'other-vehicle': ['o pedido é de outro veículo', 'the order is of another vehicle'],
  'other-method': ['o pedido tem outra forma de pagamento', 'the order has another payment method'],
  'other-items': ['o pedido tem outros débitos', 'the order holds other debts'],
  'debts-differ': [
    'os débitos do pedido somam outro valor',
    'the order sums its debts to another amount',
  ],
  'total-differs': [
    'o total do pedido não é débitos mais taxa',
    'the total of the order is not its debts plus the service fee',
  ],
  'fee-differs': [
    'a taxa do pedido não é a que foi prevista',
    'the fee of the order is not the one that was previewed',
  ],
  'amounts-changed': [
    'os valores do pedido mudaram depois de feito',
    'the amounts of the order changed after it was made',
  ],
  'found-at-service': [
    'o pedido foi encontrado no serviço, e ninguém aqui se lembra dele',
    'the order was found at the service, and nobody here remembers it',
  ],
  'twin-order': [
    'outro pedido no serviço tem um dos mesmos débitos',
    'another order at the service holds one of the same debts',
  ],
  'items-hidden': [
    'o pedido não mostra quais débitos tem',
    'the order does not show which debts it holds',
  ],
  'not-awaiting-payment': ['não aguarda pagamento', 'not awaiting payment'],
  'method-unchecked': [
    'não se sabe conferir esta forma de pagamento',
    'nobody knows how to check this payment method',
  ],
  'attempt-ended': [
    'a tentativa de pagamento deste código já acabou',
    'the payment attempt of this code is over',
  ],
  'pix-missing': ['o código Pix ainda não foi gerado', 'the Pix code is not there yet'],
  'pix-expired': ['o código Pix venceu', 'the Pix code has expired'],
  'pix-amount': ['o código Pix pede outro valor', 'the Pix code asks for another amount'],
  'pix-unreadable': ['o código Pix não pode ser lido', 'the Pix code cannot be read'],
  'boleto-missing': ['o boleto ainda não foi gerado', 'the boleto is not there yet'],
  'boleto-unreadable': [
    'o boleto não pode ser lido: um dígito não confere',
    'the boleto cannot be read: a check digit does not hold',
  ],
  'boleto-differs': [
    'a linha e o código de barras são de boletos diferentes',
    'line and barcode are of different boletos',
  ],
  'boleto-amount': ['o boleto pede outro valor', 'the boleto asks for another amount'],
  'boleto-due-date': [
    'o vencimento escrito no boleto é outro',
    'another due date is written in the boleto',
  ],
  'boleto-expired': ['o boleto venceu', 'the boleto is past its due date'],
  'attempt-unknown': [
    'a tentativa de pagamento está numa situação desconhecida',
    'the payment attempt has a status that we do not know',
  ],
  'payment-in-doubt': [
    'um pagamento com cartão está sem desfecho: não pague de novo antes',
    'a card payment has no outcome yet: do not pay again before it has',
  ],
  'card-absent': [
    'quem tinha o cartão saiu antes de pagar; nada foi enviado',
    'whoever had the card left before paying; nothing was sent',
  ],
  'order-not-read': [
    'não foi lido no serviço nos últimos 2 minutos, e pode já estar pago; leia-o com frota ' +
      'orders refresh',
    'it was not read at the service in the last 2 minutes and may be paid already; read it ' +
      'with frota orders refresh',
  ],
  'twins-unseen': [
    'espera a leitura dos outros pedidos do veículo, onde pode haver um igual; leia com frota ' +
      'orders refresh',
    'waits until the other orders of the vehicle were read, where there may be an equal one; ' +
      'read them with frota orders refresh',
  ],
  'order-missing': [
    'o serviço não conhece mais o pedido',
    'the service does not know the order any more',
  ],
  'order-unreadable': [
    'a resposta do serviço sobre o pedido não pôde ser entendida',
    "the service's answer about the order could not be understood",
  ],
  // An approved plan that is not sent as it stands.
  'plan-not-approved': ['a proposta não está aprovada', 'the proposal is not approved'],
  'card-not-offered': [
    'por aqui não se paga mais com cartão; rejeite-a, e a próxima consulta do veículo propõe ' +
      'Pix ou boleto',
    "nothing is paid by card from here any more; reject it, and the vehicle's next " +
      'consultation proposes Pix or boleto',
  ],
  'vehicle-left': ['o veículo saiu da frota', 'the vehicle left the fleet'],
  'vehicle-unregistered': [
    'o veículo não está cadastrado no serviço',
    'the vehicle is not registered at the service',
  ],
  'identity-changed': [
    'a placa ou a UF do veículo mudou depois da resposta',
    'the vehicle’s plate or state changed after the answer',
  ],
  'debt-not-shown': [
    'um dos débitos não consta mais da última resposta',
    'the last answer does not show one of its debts any more',
  ],
  'amount-changed': [
    'um dos valores mudou depois da aprovação',
    'one of its amounts changed after it was approved',
  ],
  'answer-old': [
    'a última resposta é antiga; espera a consulta do veículo, que a próxima execução faz',
    'the last answer is old; it waits for the next one, for which the next run asks',
  ],
  'not-chosen': [
    'pelas regras de pedidos de hoje não se pede um dos débitos (tipo, vencimento ou forma do IPVA)',
    'by the order rules of today one of its debts is not ordered (kind, due date or way of IPVA)',
  ],
  'preview-differs': [
    'o serviço calcula outro valor para estes débitos',
    'the service adds these debts up to another amount',
  ],
  'preview-changed': [
    'a taxa ou o total mudou depois da aprovação',
    'the fee or the total changed after it was approved',
  ],
  'over-approval-limit': [
    'com a taxa, passa do que a política aprova sozinha',
    'with the fee it is more than the policy approves by itself',
  ],
  'second-person-missing': [
    'a política pede a aprovação de duas pessoas',
    'the policy asks for the approval of two people',
  ],
  'over-order-limit': [
    'passa de um limite: itens por pedido, ou valor por pedido, execução, dia ou centro de custo',
    'it is over a limit: items an order, or the amount an order, a run, a day or a cost centre',
  ],
  // A proposal or an order that waits.
  'over-run-limit': [
    'passaria do máximo da execução; espera pela próxima',
    'it would exceed the limit of the run and waits for the next one',
  ],
  'over-day-limit': [
    'passaria do máximo do dia; espera pelo próximo',
    'it would exceed the limit of the day and waits for the next one',
  ],
  'over-cost-centre-limit': [
    'passaria do máximo do centro de custo; espera pelo próximo período',
    'it would exceed the limit of its cost centre and waits for the next period',
  ],
  'held-elsewhere': [
    'outra frota, de outra conta, tem um dos débitos em proposta ou pedido; uma pessoa decide',
    'a fleet of another account has one of its debts in a proposal or an order; a person decides',
  ],
  'order-needs-person': [
    'uma pessoa decide primeiro sobre o seu pedido (exceções)',
    'a person decides about its order first (exceptions)',
  ],
  'preview-failed': [
    'o serviço não disse quanto o pedido custará; pergunta-se de novo',
    'the service did not say what the order will cost; it is asked again',
  ],
  // Another order in the way.
  'order-holds-debt': [
    'já há um pedido com o mesmo débito',
    'an order already holds the same debt',
  ],
  'order-holds-kin': [
    'há um pedido com um débito que pode ser o mesmo',
    'an order holds a debt that may be the same',
  ],
  'order-hides-items': [
    'há um pedido que não mostra quais débitos tem',
    'an order does not show which debts it holds',
  ],
  // A plan that is void.
  'approval-withdrawn': ['a aprovação foi retirada', 'its approval was withdrawn'],
  'newer-answer': ['veio uma resposta mais nova', 'a newer answer came'],
  'debt-locked': [
    'um dos débitos já está em outra proposta aprovada ou pedido',
    'one of its debts is in another approved proposal or order',
  ],
  'order-unfinished': [
    'um pedido deste veículo ainda não tem desfecho',
    'an order of this vehicle has no outcome yet',
  ],
  'service-refused': ['o serviço recusou o pedido', 'the service refused the order'],
  'order-dead': [
    'o pedido foi encerrado sem pagar os débitos',
    'the order was closed without paying its debts',
  ],
  'order-lives': [
    'um pedido dos mesmos débitos, já encerrado, vale de novo',
    'an order of the same debts, over before, is alive again',
  ],
  // A debt that is left out of a proposal.
  ordered: ['já estava em um pedido ou pago', 'it was in an order or paid already'],
  'not-payable': ['o serviço não deixa pagar por aqui', 'the service does not let it be paid'],
  'amount-not-positive': ['o valor não é positivo', 'its amount is not positive'],
  'ipva-alternative': [
    'o IPVA do ano vai por outra forma de pagar',
    "the year's IPVA is paid in another way",
  ],
  'ipva-conflict': [
    'o IPVA do ano já está pedido ou pago de duas formas',
    "the year's IPVA is ordered or paid in two ways already",
  ],
  'instalment-later': ['a parcela ainda vence mais adiante', 'the instalment is due later'],
  'partner-left-out': [
    'depende de outro débito, que não pode entrar no pedido',
    'it depends on another debt that cannot go into the order',
  ],
  'provisional-renavam': ['o RENAVAM é provisório', 'the RENAVAM is provisional'],
  'order-full': [
    'o pedido está cheio; este fica para o próximo',
    'the order is full; this one waits for the next',
  ],
  'over-limit': [
    'com o que se paga junto, passa do máximo para um pedido',
    'with what must be paid together it is more than one order may cost',
  ],
  'kind-not-ordered': [
    'a política não pede débitos deste tipo',
    'the policy does not order debts of this kind',
  ],
  'due-later': [
    'vence mais adiante do que a política pede',
    'it is due later than the policy orders',
  ],
  reworded: [
    'a mesma resposta talvez o mostre duas vezes, com outras palavras',
    'the same answer may show it twice, in other words',
  ],
} as const satisfies Record<ReasonCode, readonly [string, string]>
