/**
 * What a person is about to pay: an order that waits for its card, or an approved proposal that is
 * ordered and paid in one go. Whatever may not be paid is refused here, with its reason, before
 * anybody types a card.
 */
import type { Tools } from '../../../jobs/tools.ts'
import { Failure } from '../../failure.ts'
import { parseCents } from '../../fleet/money.ts'
import type { FollowedOrder } from '../../ledger/orders.ts'
import type { Plan } from '../../ledger/plans.ts'
import { orderKey } from '../../reconciliation/orders/proposing/plan-hash.ts'
import { factsNow } from '../../reconciliation/orders/following/record-read.ts'
import type { Order } from '../../contract/order.ts'
import { gateReason, planState } from '../words.ts'

export interface GridRow {
  readonly installments: number
  readonly eachCents: bigint
  readonly totalCents: bigint
}

export interface PaymentSubject {
  readonly plate: string
  /** RENAVAM and state. */
  readonly about: string
  readonly items: readonly { readonly description: string; readonly amountCents: bigint }[]
  readonly feeCents: bigint
  readonly totalCents: bigint
  /** Empty when the service does not say. */
  readonly grid: readonly GridRow[]
  readonly simulated: boolean
  /** The order as it reads now; undefined while there is only the approved plan. */
  readonly order: { readonly known: FollowedOrder; readonly order: Order } | undefined
  readonly plan: Plan
}

export type SubjectTools = Pick<Tools, 'client' | 'stores' | 'statuses' | 'clock' | 'zone'>

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** `id`: of an order, or of the proposal that it was. Throws a Failure that names the cure. */
export async function paymentSubject(
  tools: SubjectTools,
  fleetId: string,
  word: string,
  simulated: boolean,
): Promise<PaymentSubject> {
  const id = word.toLowerCase()
  if (!UUID.test(id)) throw nothingKnown(word)
  const { orders, plans } = tools.stores
  const found = await orders.find(id)
  const planId = found === undefined ? id : found.planId
  const plan = planId === null ? undefined : await plans.find(planId)
  if (plan === undefined || plan.fleetId !== fleetId) throw nothingKnown(word)
  if (plan.method !== 'credit_card') throw otherMethod()
  const known = found ?? (await orderOf(tools, plan))
  const order = known === undefined ? undefined : await payableOrder(tools, known)
  if (order === undefined && plan.state !== 'approved') throw notApproved(plan)
  return { ...(await pricedSubject(tools, plan, order)), simulated, order, plan }
}

/** The order that came of it, if one did. */
async function orderOf({ stores }: SubjectTools, plan: Plan): Promise<FollowedOrder | undefined> {
  const effect = await stores.effects.findByKey('order', orderKey(plan.vehicleId, plan.items))
  if (effect?.planId !== plan.id || effect.remoteId === null) return undefined
  return stores.orders.find(effect.remoteId)
}

async function payableOrder(tools: SubjectTools, known: FollowedOrder) {
  const order = await tools.client.read('getOrder', { params: { order_id: known.id } })
  if (order === null) throw mayNotBePaid('order-missing')
  const { gateReason: shut } = factsNow(tools, known, order)
  if (shut !== null) throw mayNotBePaid(shut)
  return { known, order }
}

async function pricedSubject(
  { client, stores }: SubjectTools,
  plan: Plan,
  paid: PaymentSubject['order'],
) {
  const vehicle = await stores.vehicles.byId(plan.vehicleId)
  const shown = await stores.debts.shown([plan.vehicleId])
  const held = new Set(plan.items.map(({ debtId }) => debtId))
  const itemIds = shown.filter((debt) => held.has(debt.id)).map(({ itemId }) => itemId)
  const body = { debt_item_ids: itemIds, method: 'credit_card' } as const
  const result = itemIds.length === 0 ? undefined : await client.call('previewCheckout', { body })
  const preview = result?.outcome === 'answered' && result.ok ? result.body : undefined
  const feeCents = paid?.known.feeCents ?? plan.feeCents ?? centsOf(preview?.service_fee)
  const totalCents = paid?.known.totalCents ?? plan.totalCents ?? centsOf(preview?.total_amount)
  if (feeCents === undefined || totalCents === undefined) throw totalUnknown()
  // What another total would cost in instalments says nothing about this one.
  const isSame = centsOf(preview?.total_amount) === totalCents
  const grid = isSame ? (preview?.installments ?? []) : []
  return {
    plate: vehicle?.plate ?? '',
    about: `RENAVAM ${vehicle?.renavam ?? ''} · ${vehicle?.uf ?? ''}`,
    items: plan.items.map(({ description, amountCents }) => ({ description, amountCents })),
    feeCents,
    totalCents,
    grid: grid.flatMap((row) => {
      const eachCents = centsOf(row.installment_amount)
      const rowCents = centsOf(row.total_amount)
      if (eachCents === undefined || rowCents === undefined) return []
      return [{ installments: row.installments, eachCents, totalCents: rowCents }]
    }),
  }
}

function centsOf(amount: string | undefined): bigint | undefined {
  const parsed = amount === undefined ? undefined : parseCents(amount)
  return parsed?.ok === true ? parsed.value : undefined
}

function nothingKnown(word: string): Failure {
  const said = word.slice(0, 40)
  return new Failure('usage', {
    pt: `Nenhum pedido e nenhuma proposta desta frota é "${said}"; veja: frota orders`,
    en: `No order and no proposal of this fleet is "${said}"; see: frota orders`,
  })
}

function otherMethod(): Failure {
  return new Failure('usage', {
    pt: 'Este não se paga com cartão; veja o código ou o boleto em: frota orders',
    en: 'This one is not paid by card; see its code or boleto in: frota orders',
  })
}

function notApproved({ id, state }: Plan): Failure {
  return new Failure('usage', {
    pt: `A proposta não está aprovada (${planState(state, 'pt-BR')}); aprove antes: frota orders approve ${id}`,
    en: `The proposal is not approved (${planState(state, 'en')}); approve it first: frota orders approve ${id}`,
  })
}

function mayNotBePaid(reason: string): Failure {
  return new Failure('usage', {
    pt: `O pedido não pode ser pago agora: ${gateReason(reason, 'pt-BR')}. Nada foi cobrado.`,
    en: `The order may not be paid now: ${gateReason(reason, 'en')}. Nothing was charged.`,
  })
}

function totalUnknown(): Failure {
  return new Failure('usage', {
    pt:
      'O serviço não diz o total antes do pedido, e um cartão só paga um total que se viu; nada foi ' +
      'cobrado. Peça com Pix ou boleto (FROTA_ORDER_METHOD).',
    en:
      'The service tells no total before ordering, and a card pays only a total that was seen; ' +
      'nothing was charged. Order by Pix or boleto (FROTA_ORDER_METHOD).',
  })
}
