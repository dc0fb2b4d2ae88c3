/** Pure. What a caller reads when a live provider does not take a payment. */
import type { ChargeRefused } from './payments.ts'

const AGAIN_MS = 30_000

export const providerDown = refused(
  503,
  'O provedor de pagamentos não responde; tente de novo em instantes.',
  AGAIN_MS,
)
export const notOpenedYet = refused(
  503,
  'O pedido ainda não foi aberto no provedor; leia-o de novo em instantes.',
  AGAIN_MS,
)
/** Nothing tells whether it was done, and doing it again is harmless. */
export const answerLost = refused(
  503,
  'A resposta do provedor se perdeu; leia o pedido antes de tentar de novo.',
  1_000,
)
export const feeDiffers = refused(
  503,
  'Pagamentos suspensos: a tarifa desta marca difere da tarifa do provedor.',
)
export const amountsDiffer = refused(
  409,
  "Campo 'debt_item_ids': os valores mudaram no provedor; consulte o veículo de novo.",
)
export const neverConsultedThere = refused(
  409,
  "Campo 'debt_item_ids': estes débitos não vêm do provedor; consulte o veículo de novo.",
)
export const sandboxOver = refused(409, 'O provedor não aceita simular o pagamento deste pedido.')

export function limited(retryAfterMs: number): ChargeRefused {
  const detail = 'O provedor atingiu o seu limite de pedidos por hora; tente mais tarde.'
  return refused(429, detail, retryAfterMs)
}

/** `item`: ours, where their words name one of theirs. */
export function itemsRefused(status: 409 | 422, item: string | undefined): ChargeRefused {
  const what = item === undefined ? 'estes débitos' : `o item ${item}`
  const detail = `Campo 'debt_item_ids': o provedor não aceita ${what}; consulte o veículo de novo.`
  return refused(status, detail)
}

/** Their words are not passed on: they may repeat what was sent, and a card was. */
export function cardRefused(status: 409 | 422, theirs: string): ChargeRefused {
  const field = /\b(holder_name|number|expiry|cvc|installments)\b/.exec(theirs)?.[1]
  const where = field === undefined ? '' : `Campo '${field}': `
  const detail = `${where}o provedor não aceita este pagamento com cartão; nada foi cobrado.`
  return refused(status, detail)
}

function refused(
  status: ChargeRefused['status'],
  detail: string,
  retryAfterMs?: number,
): ChargeRefused {
  const wait = retryAfterMs === undefined ? {} : { retryAfterMs }
  return { outcome: 'refused', status, detail, ...wait }
}

export const orderMessages = {
  neverFound: 'O provedor não confirmou este pedido. Nada foi cobrado; faça outro pedido.',
  refused: 'O provedor não aceitou este pedido. Nada foi cobrado.',
  differs: 'O provedor abriu este pedido com outro valor. Nada foi cobrado; avise o operador.',
  paidThere:
    'Um pedido destes débitos no provedor pode estar pago. Nada foi cobrado; consulte de novo.',
  several: 'O provedor tem mais de um pedido igual a este; este acompanha o mais antigo.',
  cardInDoubt:
    'O provedor ainda não disse se o cartão foi cobrado. Confira a fatura e não pague de novo.',
} as const
