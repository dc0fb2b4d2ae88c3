/** The one shape of every error body, and the sentences that never vary. */
import { Type, type Static } from 'typebox'

export const Problem = Type.Object(
  { detail: Type.String() },
  { description: 'What went wrong, in Portuguese; a validation error names the field.' },
)
export type Problem = Static<typeof Problem>

/** Fixed details. Programs decide by status; these words are for people. */
export const detail = {
  keyInvalid: 'Chave de API inválida ou revogada.',
  accountMissing: 'Informe a conta no cabeçalho X-Account-Id (uuid).',
  accountDenied: 'Conta não encontrada para esta chave de API.',
  notFound: 'Não encontrado.',
  consultationMissing: 'Nenhuma consulta encontrada para este veículo.',
  vehicleInactive: 'O veículo está inativo.',
  vehicleDuplicate: 'Já existe um veículo ativo com este Renavam nesta conta.',
  quotaConsultations: 'Limite de consultas por hora atingido.',
  quotaOrders: 'Limite de pedidos e pagamentos por hora atingido.',
  orderEmpty: "Campo 'debt_item_ids': envie ao menos um item.",
  orderVehicles: "Campo 'debt_item_ids': os itens são de veículos diferentes.",
  methodLater: "Campo 'method': por enquanto só 'pix' está disponível.",
  orderNotPix: 'O pedido não é Pix.',
  orderNotAwaiting: 'O pedido não está aguardando pagamento.',
  pixStillValid: 'O código Pix atual ainda é válido.',
  pixMissing: 'O código Pix ainda não foi gerado.',
  pixExpired: 'O código Pix expirou: gere outro.',
  simulateLive: 'simulate-pix só existe em modo simulado ou sandbox.',
  notImplemented: 'Operação ainda não disponível.',
  routeMissing: 'Rota não encontrada.',
  bodyInvalid: 'Corpo da requisição inválido: envie JSON.',
  bodyTooLarge: 'Corpo da requisição grande demais.',
  mediaTypeUnsupported: 'Tipo de conteúdo não aceito: envie application/json.',
  requestInvalid: 'Requisição inválida.',
  requestTimeout: 'A requisição demorou demais para chegar.',
  headersTooLarge: 'Cabeçalhos grandes demais.',
  internal: 'Erro interno.',
  unavailable: 'Serviço temporariamente indisponível.',
} as const
