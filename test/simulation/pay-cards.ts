/**
 * A person with a card at one process, as `frota orders pay` has it: the order is read, the payment
 * is planned, and the card is in the memory of that one request. Nobody else has it: whoever comes
 * later can only look up.
 */
import { performEffect } from '../../src/effects/perform-effect.ts'
import { Card } from '../../src/reconciliation/orders/card.ts'
import { payStage } from '../../src/reconciliation/orders/pay-order.ts'
import { planPayment } from '../../src/reconciliation/orders/plan-payment.ts'
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

export async function payByCard(
  tools: DutyTools,
  orderId: string,
  wrap: (stage: AnyStage, parts: StageParts) => AnyStage,
): Promise<void> {
  const { stores, client, effects } = tools
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
