/** The codes and sentences in which stages and engine keep their reasons, in Portuguese. */
import type { MemberReason, READING_PROBLEMS } from '../../consultations/member-reasons.ts'
import type { RemovalHold } from '../../../ledger/vehicles/vehicle-removals.ts'
import type { OrderReason } from '../../orders/order-reasons.ts'

type ReadingProblem = (typeof READING_PROBLEMS)[keyof typeof READING_PROBLEMS]
/** The codes that stages write; `satisfies` refuses one without a text. */
type ReasonCode = OrderReason | MemberReason | ReadingProblem | RemovalHold

const codes = {
  // A vehicle's part in a campaign.
  left: 'o veículo saiu da frota',
  refused: 'o cadastro foi recusado',
  unregistered: 'o cadastro espera por uma pessoa',
  'state-not-offered': 'o serviço não oferece consultas neste estado agora',
  fresh: 'já havia uma resposta recente',
  'foreign-consultation': 'o serviço respondeu com a consulta de outro veículo',
  'vehicle-unknown': 'o serviço não conhece mais o veículo',
  'vehicle-inactive': 'o veículo foi desativado no serviço',
  'identity-untold': 'o serviço não aceitou a nova placa ou UF do veículo',
  'not-a-member': 'o veículo já tinha saído da campanha',
  // What keeps a vehicle at the service although its removal was asked for.
  'order-open': 'tem pedido em aberto, ou pago e sem baixa',
  'order-in-doubt': 'tem pedido ou pagamento em dúvida',
  'plan-approved': 'tem proposta aprovada',
  'debt-under-way': 'tem débito em pagamento',
  'registration-under-way': 'está sendo cadastrado',
  // The reading of a consultation.
  'still-pending': 'a consulta continuava em andamento',
  unreadable: 'a resposta não pôde ser entendida',
  unreached: 'o serviço não respondeu às leituras',
  // The pay gate.
  'other-vehicle': 'o pedido é de outro veículo',
  'other-method': 'o pedido tem outra forma de pagamento',
  'other-items': 'o pedido tem outros débitos',
  'debts-differ': 'os débitos do pedido somam outro valor',
  'total-differs': 'o total do pedido não é débitos mais taxa',
  'fee-differs': 'a taxa do pedido não é a que foi prevista',
  'amounts-changed': 'os valores do pedido mudaram depois de feito',
  'found-at-service': 'o pedido foi encontrado no serviço, e ninguém aqui se lembra dele',
  'twin-order': 'outro pedido no serviço tem um dos mesmos débitos',
  'items-hidden': 'o pedido não mostra quais débitos tem',
  'not-awaiting-payment': 'não aguarda pagamento',
  'method-unchecked': 'não se sabe conferir esta forma de pagamento',
  'attempt-ended': 'a tentativa de pagamento deste código já acabou',
  'pix-missing': 'o código Pix ainda não foi gerado',
  'pix-expired': 'o código Pix venceu',
  'pix-amount': 'o código Pix pede outro valor',
  'pix-unreadable': 'o código Pix não pode ser lido',
  'boleto-missing': 'o boleto ainda não foi gerado',
  'boleto-unreadable': 'o boleto não pode ser lido: um dígito não confere',
  'boleto-differs': 'a linha e o código de barras são de boletos diferentes',
  'boleto-amount': 'o boleto pede outro valor',
  'boleto-due-date': 'o vencimento escrito no boleto é outro',
  'boleto-expired': 'o boleto venceu',
  'attempt-unknown': 'a tentativa de pagamento está numa situação desconhecida',
  'payment-in-doubt': 'um pagamento com cartão está sem desfecho: não pague de novo antes',
  'card-absent': 'quem tinha o cartão saiu antes de pagar; nada foi enviado',
  'order-not-read':
    'não foi lido no serviço nos últimos 2 minutos, e pode já estar pago; leia-o com ' +
    'frota orders refresh',
  'order-missing': 'o serviço não conhece mais o pedido',
  // An approved plan that is not sent as it stands.
  'plan-not-approved': 'a proposta não está aprovada',
  'card-not-offered':
    'por aqui não se paga mais com cartão; rejeite-a, e a próxima consulta do veículo propõe Pix ' +
    'ou boleto',
  'vehicle-left': 'o veículo saiu da frota',
  'vehicle-unregistered': 'o veículo não está cadastrado no serviço',
  'identity-changed': 'a placa ou a UF do veículo mudou depois da resposta',
  'debt-not-shown': 'um dos débitos não consta mais da última resposta',
  'amount-changed': 'um dos valores mudou depois da aprovação',
  'preview-differs': 'o serviço calcula outro valor para estes débitos',
  'preview-changed': 'a taxa ou o total mudou depois da aprovação',
  'over-approval-limit': 'com a taxa, passa do que a política aprova sozinha',
  'second-person-missing': 'a política pede a aprovação de duas pessoas',
  'over-order-limit': 'passa do máximo para um pedido',
  // A proposal or an order that waits.
  'over-run-limit': 'passaria do máximo da execução; espera pela próxima',
  'over-day-limit': 'passaria do máximo do dia; espera pelo próximo',
  'over-cost-centre-limit': 'passaria do máximo do centro de custo; espera pelo próximo período',
  'preview-failed': 'o serviço não disse quanto o pedido custará; pergunta-se de novo',
  // Another order in the way.
  'order-holds-debt': 'já há um pedido com o mesmo débito',
  'order-holds-kin': 'há um pedido com um débito que pode ser o mesmo',
  'order-hides-items': 'há um pedido que não mostra quais débitos tem',
  // A plan that is void.
  'approval-withdrawn': 'a aprovação foi retirada',
  'newer-answer': 'veio uma resposta mais nova',
  'debt-locked': 'um dos débitos já está em outra proposta aprovada ou pedido',
  'order-unfinished': 'um pedido deste veículo ainda não tem desfecho',
  'service-refused': 'o serviço recusou o pedido',
  'order-dead': 'o pedido foi encerrado sem pagar os débitos',
  // A debt that is left out of a proposal.
  ordered: 'já estava em um pedido ou pago',
  'not-payable': 'o serviço não deixa pagar por aqui',
  'amount-not-positive': 'o valor não é positivo',
  'ipva-alternative': 'o IPVA do ano vai por outra forma de pagar',
  'ipva-conflict': 'o IPVA do ano já está pedido ou pago de duas formas',
  'instalment-later': 'a parcela ainda vence mais adiante',
  'partner-left-out': 'depende de outro débito, que não pode entrar no pedido',
  'provisional-renavam': 'o RENAVAM é provisório',
  'order-full': 'o pedido está cheio; este fica para o próximo',
  'over-limit': 'com o que se paga junto, passa do máximo para um pedido',
  'kind-not-ordered': 'a política não pede débitos deste tipo',
  'due-later': 'vence mais adiante do que a política pede',
  reworded: 'a mesma resposta talvez o mostre duas vezes, com outras palavras',
} as const satisfies Record<ReasonCode, string>

/** What the engine and the readers say in English; `{n}` stands for a number. */
const sentences = {
  'unknown-intents':
    'o diário de envios conhece envios que o banco não conhece: um banco mais antigo foi posto no lugar',
  'forgotten-intents': 'o banco tinha esquecido um envio que o diário conhece',
  'older-ledger': 'o banco é mais antigo do que o diário de envios',
  'restored-backup': 'o banco foi restaurado de uma cópia',
  'resolved-by-person': 'resolvido por uma pessoa',
  'status {n}': 'resposta {n} do serviço',
  '{n} at the service may be this one': '{n} registros no serviço podem ser este',
  'several orders hold exactly these debts': 'vários pedidos têm exatamente estes débitos',
  'the answer names an order that was there before': 'a resposta cita um pedido que já existia',
  'the card may have been charged: check the statement, do not pay again before':
    'o cartão pode ter sido cobrado: confira a fatura e não pague de novo antes',
  'sent {n} times without a trace at the service': 'enviado {n} vezes sem deixar rastro no serviço',
  'the answer shows no payment': 'a resposta não mostra pagamento nenhum',
  'the answer is about another order': 'a resposta é de outro pedido',
  'not found yet': 'ainda não encontrado no serviço',
  'not found: looked up again in a later run':
    'não encontrado: será procurado de novo em outra execução',
  'the look-up could not see everything': 'a procura no serviço ficou incompleta',
  'whoever held it is gone': 'o processo que o enviava parou',
  'the journal knows a request that the ledger had forgotten':
    'o diário tem um envio que o banco tinha esquecido',
  'failed without an error code': 'falhou sem código de erro',
  'The owner’s document is not kept any more: import the file again.':
    'o documento do proprietário não está mais guardado: importe a planilha de novo',
  'The answer is a consultation of another vehicle.': 'a resposta é a consulta de outro veículo',
  'the vehicle that was answered has another RENAVAM': 'o veículo da resposta tem outro RENAVAM',
  'the service does not know it': 'o serviço não a conhece',
  'it is another consultation': 'é outra consulta',
  'it is about another vehicle': 'é sobre outro veículo',
  'it has too many items': 'tem itens demais',
  'total_amount is not an amount': 'total_amount não é um valor',
  'two items have the same id': 'dois itens têm o mesmo identificador',
  'item {n}': 'item {n}',
  'amount is not an amount': 'amount não é um valor',
  'due_date is not a date': 'due_date não é uma data',
  'year is absurd': 'o ano é absurdo',
} as const

export const reasonsPt = { ...codes, ...sentences } as const
