/**
 * A person with a card at one process, as `frota orders pay` has it: the order is read, the payment
 * is planned, and the card is in the memory of that one request. Nobody else has it: whoever comes
 * later can only look up.
 */
import { performEffect } from '../../src/effects/perform-effect.ts'
import type { EffectTools } from '../../src/effects/tools.ts'
import { pairGate } from '../../src/quota/pair-slot.ts'
import { Card } from '../../src/reconciliation/orders/paying/card.ts'
import { payStage } from '../../src/reconciliation/orders/paying/pay-order.ts'
import { orderStage } from '../../src/reconciliation/orders/placing/place-order.ts'
import { orderKey } from '../../src/reconciliation/orders/proposing/plan-hash.ts'
import { planPayment } from '../../src/reconciliation/orders/paying/plan-payment.ts'
import type { AnyStage, DutyTools } from './duties.ts'
import type { StageParts } from './wrapping.ts'

/** A number of the card networks' own test cards. */
function testCard(): Card {
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
  return new Card({
    number: bytes('4111111111111111'),
    holder: bytes('FULANA DE TAL'),
    expiry: bytes('12/30'),
    cvc: bytes('123'),
  })
}

type Wrap = (stage: AnyStage, parts: StageParts) => AnyStage

/** What somebody wants to pay: an order that is there, or a plan that is ordered with its payment. */
export type CardWish = { readonly orderId: string } | { readonly planId: string }

export async function payByCard(tools: DutyTools, wish: CardWish, wrap: Wrap): Promise<void> {
  if ('orderId' in wish) return payOrder(tools, tools.effects, wish.orderId, wrap)
  const { stores, client } = tools
  const plan = await stores.plans.find(wish.planId)
  if (plan === undefined) return
  const planned = await stores.effects.findByKey('order', orderKey(plan.vehicleId, plan.items))
  if (planned === null) return
  const pair = pairGate(tools.effects.gate)
  try {
    const effects = { ...tools.effects, gate: pair }
    const placing = orderStage({ ...tools, ...stores, bucket: tools.buckets.orders })
    await performEffect(effects, wrap(placing, { stores, client, effects }), planned.id)
    const { state, remoteId } = (await stores.effects.find(planned.id)) ?? {}
    const isMade = state === 'done' || state === 'adopted'
    if (isMade && typeof remoteId === 'string') await payOrder(tools, effects, remoteId, wrap)
  } finally {
    await pair.end()
  }
}

async function payOrder(
  tools: DutyTools,
  effects: EffectTools,
  orderId: string,
  wrap: Wrap,
): Promise<void> {
  const { stores, client } = tools
  const known = await stores.orders.find(orderId)
  const order = await client.read('getOrder', { params: { order_id: orderId } })
  if (known === undefined || order === null || known.gate !== 'open') return
  const planned = await planPayment({ ...tools, effects: stores.effects }, known, order)
  if (!('effect' in planned)) return
  using card = testCard()
  const { totalCents } = known
  const confirmed = { person: 'fulana', card, installments: 1, totalCents }
  const all = { ...tools, ...stores, bucket: tools.buckets.orders }
  const stage = wrap(payStage(all, confirmed), { stores, client, effects })
  await performEffect(effects, stage, planned.effect.id)
}
