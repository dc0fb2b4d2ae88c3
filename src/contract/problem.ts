/** The shape of every error body, and the sentences that have no variable part. */
import { Type, type Static } from 'typebox'

export const Problem = Type.Object(
  { detail: Type.String() },
  {
    description: 'What went wrong, for people; a validation error names the field.',
  },
)
export type Problem = Static<typeof Problem>

/** Values of `detail`, for people; programs decide by the status (src/service/language). */
export const detail = {
  keyInvalid: 'Chave de API inválida ou revogada.',
  keyThrottled: 'Muitas chamadas com chave de API inválida: aguarde antes de tentar de novo.',
  accountMissing: 'Informe a conta no cabeçalho X-Account-Id (uuid).',
  accountDenied: 'Conta não encontrada para esta chave de API.',
  notFound: 'Não encontrado.',
  consultationMissing: 'Nenhuma consulta encontrada para este veículo.',
  vehicleInactive: 'O veículo está inativo.',
  vehicleChanged: 'O veículo mudou durante a requisição: leia-o de novo antes de repetir.',
  vehicleDuplicate: 'Já existe um veículo ativo com este Renavam nesta conta.',
  quotaConsultations: 'Limite de consultas por hora atingido.',
  quotaOrders: 'Limite de pedidos e pagamentos por hora atingido.',
  orderEmpty: "Campo 'debt_item_ids': envie ao menos um item.",
  orderVehicles: "Campo 'debt_item_ids': os itens são de veículos diferentes.",
  orderNotPix: 'O pedido não é Pix.',
  orderNotCard: 'O pedido não é de cartão de crédito.',
  cardInDoubt: 'Um pagamento com cartão deste pedido ainda está em processamento.',
  orderBusy: 'O pedido está sendo atualizado. Leia-o de novo em instantes.',
  orderOtherMode: 'O pedido é de outro modo de pagamento: use o serviço que o abriu.',
  orderNotAwaiting: 'O pedido não está aguardando pagamento.',
  pixStillValid: 'O código Pix atual ainda é válido.',
  pixMissing: 'O código Pix ainda não foi gerado.',
  pixExpired: 'O código Pix expirou: gere outro.',
  simulateLive: 'simulate-pix só existe em modo simulado ou sandbox.',
  methodWrong: 'Método não aceito neste endereço; veja o cabeçalho Allow.',
  routeMissing: 'Rota não encontrada.',
  bodyInvalid: 'Corpo da requisição inválido: envie JSON.',
  keyRepeated: "Chave repetida no JSON: '{field}' deve aparecer uma só vez.",
  bodyTooLarge: 'Corpo da requisição grande demais.',
  mediaTypeUnsupported: 'Tipo de conteúdo não aceito: envie application/json, sem compressão.',
  requestInvalid: 'Requisição inválida.',
  requestTimeout: 'A requisição demorou demais para chegar.',
  headersTooLarge: 'Cabeçalhos grandes demais.',
  keyMalformed: "Cabeçalho 'Idempotency-Key': use de 1 a 255 caracteres ASCII visíveis.",
  keyReused: "Cabeçalho 'Idempotency-Key': esta chave já foi usada com outra requisição.",
  keyBusy: "Cabeçalho 'Idempotency-Key': a requisição com esta chave ainda está em andamento.",
  internal: 'Erro interno.',
  unavailable: 'Serviço temporariamente indisponível.',
} as const
