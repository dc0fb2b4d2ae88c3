/** Pure. What a caller reads when a live provider does not take a payment. */
import type { ChargeRefused } from './payments.ts'

const AGAIN_MS = 30_000

export const providerDown: ChargeRefused = {
  outcome: 'refused',
  status: 503,
  detail: 'O provedor de pagamentos não responde; tente de novo em instantes.',
  retryAfterMs: AGAIN_MS,
}

export const notOpenedYet: ChargeRefused = {
  outcome: 'refused',
  status: 503,
  detail: 'O pedido ainda não foi aberto no provedor; leia-o de novo em instantes.',
  retryAfterMs: AGAIN_MS,
}

/** Nothing tells whether it was done, and doing it again is harmless. */
export const answerLost: ChargeRefused = {
  outcome: 'refused',
  status: 503,
  detail: 'A resposta do provedor se perdeu; leia o pedido antes de tentar de novo.',
  retryAfterMs: 1_000,
}

export const feeDiffers: ChargeRefused = {
  outcome: 'refused',
  status: 503,
  detail: 'Pagamentos suspensos: a tarifa desta marca difere da tarifa do provedor.',
}

export const amountsDiffer: ChargeRefused = {
  outcome: 'refused',
  status: 409,
  detail: "Campo 'debt_item_ids': os valores mudaram no provedor; consulte o veículo de novo.",
}

export const neverConsultedThere: ChargeRefused = {
  outcome: 'refused',
  status: 409,
  detail: "Campo 'debt_item_ids': estes débitos não vêm do provedor; consulte o veículo de novo.",
}

export const sandboxOver: ChargeRefused = {
  outcome: 'refused',
  status: 409,
  detail: 'O provedor não aceita simular o pagamento deste pedido.',
}

export function limited(retryAfterMs: number): ChargeRefused {
  const detail = 'O provedor atingiu o seu limite de pedidos por hora; tente mais tarde.'
  return { outcome: 'refused', status: 429, detail, retryAfterMs }
}

/** `item`: ours, where their words name one of theirs. */
export function itemsRefused(status: 409 | 422, item: string | undefined): ChargeRefused {
  const what = item === undefined ? 'estes débitos' : `o item ${item}`
  const detail = `Campo 'debt_item_ids': o provedor não aceita ${what}; consulte o veículo de novo.`
  return { outcome: 'refused', status, detail }
}

/** Their words are not passed on: they may repeat what was sent, and a card was. */
export function cardRefused(status: 409 | 422, theirs: string): ChargeRefused {
  const field = /\b(holder_name|number|expiry|cvc|installments)\b/.exec(theirs)?.[1]
  const where = field === undefined ? '' : `Campo '${field}': `
  const detail = `${where}o provedor não aceita este pagamento com cartão; nada foi cobrado.`
  return { outcome: 'refused', status, detail }
}

export const orderMessages = {
  neverFound: 'O provedor não confirmou este pedido. Nada foi cobrado; faça outro pedido.',
  refused: 'O provedor não aceitou este pedido. Nada foi cobrado.',
  differs: 'O provedor abriu este pedido com outro valor. Nada foi cobrado; avise o operador.',
  several: 'O provedor tem mais de um pedido igual a este; este acompanha o mais antigo.',
  cardInDoubt:
    'O provedor ainda não disse se o cartão foi cobrado. Confira a fatura e não pague de novo.',
} as const
