/**
 * Pays what a person confirmed: the payment of an order alone, or an order and its payment under
 * one reservation of two units. Nothing here repeats a payment; what ends in doubt is looked up.
 */
import type { Tools } from '../../../jobs/tools.ts'
import { performEffect } from '../../effects/perform-effect.ts'
import type { EffectTools } from '../../effects/tools.ts'
import type { Effect } from '../../ledger/effects.ts'
import { pairGate } from '../../quota/pair-slot.ts'
import type { PairGate } from '../../quota/pair-slot.ts'
import type { ConfirmedPayment } from '../../reconciliation/orders/paying/card.ts'
import { payStage } from '../../reconciliation/orders/paying/pay-order.ts'
import { orderStage } from '../../reconciliation/orders/placing/place-order.ts'
import { orderKey } from '../../reconciliation/orders/proposing/plan-hash.ts'
import { planPayment } from '../../reconciliation/orders/paying/plan-payment.ts'
import type { PaymentSubject } from './payment-subject.ts'

export type PayingTools = Pick<
  Tools,
  'client' | 'stores' | 'effects' | 'gate' | 'statuses' | 'policy' | 'clock' | 'zone' | 'accountId'
> & { readonly buckets: Pick<Tools['buckets'], 'orders'> }

export type Blocked = 'in-doubt' | 'charged' | 'missing'

export type PaymentEnding =
  /** The order was not made, or its outcome is open; nothing was charged. */
  | { readonly ended: 'not-ordered'; readonly effect: Effect | null }
  /** An earlier payment stands in the way. */
  | {
      readonly ended: 'blocked'
      readonly because: Blocked
      readonly orderId: string
    }
  | { readonly ended: 'asked'; readonly effect: Effect; readonly orderId: string }

export interface PaymentSteps {
  /** From here on the card may be charged. */
  readonly sending: () => void
  readonly inDoubt: () => void
  readonly stop: AbortSignal
}

/** A person waits for the first look-ups; the later ones are the next run's. */
const ATTENDED_LOOK_UPS_MS_MAX = 45_000

export async function payWithCard(
  tools: PayingTools,
  subject: PaymentSubject,
  confirmed: ConfirmedPayment,
  steps: PaymentSteps,
): Promise<PaymentEnding> {
  if (subject.order !== undefined) {
    return payOrder(tools, tools.effects, { orderId: subject.order.known.id, confirmed, steps })
  }
  const pair = pairGate(tools.effects.gate)
  try {
    return await orderAndPay(tools, pair, { subject, confirmed, steps })
  } finally {
    await pair.end()
  }
}

async function orderAndPay(
  tools: PayingTools,
  pair: PairGate,
  what: { subject: PaymentSubject; confirmed: ConfirmedPayment; steps: PaymentSteps },
): Promise<PaymentEnding> {
  const { plan } = what.subject
  const { stores, buckets } = tools
  const planned = await stores.effects.findByKey('order', orderKey(plan.vehicleId, plan.items))
  if (planned === null) return { ended: 'not-ordered', effect: null }
  const engine = { ...tools.effects, gate: pair, signal: what.steps.stop }
  const stage = orderStage({ ...tools, ...stores, bucket: buckets.orders })
  await performEffect(engine, stage, planned.id)
  const effect = await stores.effects.find(planned.id)
  const isMade = effect?.state === 'done' || effect?.state === 'adopted'
  if (!isMade || effect.remoteId === null) return { ended: 'not-ordered', effect }
  return payOrder(tools, engine, { ...what, orderId: effect.remoteId })
}

async function payOrder(
  tools: PayingTools,
  engine: EffectTools,
  what: { orderId: string; confirmed: ConfirmedPayment; steps: PaymentSteps },
): Promise<PaymentEnding> {
  const { stores, client, buckets } = tools
  const { orderId, confirmed, steps } = what
  const known = await stores.orders.find(orderId)
  if (known === undefined) throw new Error('An order that is about to be paid is gone.')
  const order = await client.read('getOrder', { params: { order_id: orderId } })
  if (order === null) return { ended: 'blocked', because: 'missing', orderId }
  const planned = await planPayment({ ...stores, statuses: tools.statuses }, known, order)
  if ('earlier' in planned) return { ended: 'blocked', because: planned.because, orderId }
  const staging = { ...tools, ...stores, bucket: buckets.orders }
  const stage = payStage(staging, confirmed)
  const signal = steps.stop
  steps.sending()
  await performEffect({ ...engine, signal }, stage, planned.effect.id)
  const effect = await settled(tools, engine, planned.effect.id, steps)
  return { ended: 'asked', effect, orderId }
}

/** Without the card: a look-up has no use for it, and nothing can be sent again. */
async function settled(
  tools: PayingTools,
  engine: EffectTools,
  effectId: string,
  steps: PaymentSteps,
): Promise<Effect> {
  const { stores, clock, buckets } = tools
  const stage = payStage({ ...tools, ...stores, bucket: buckets.orders })
  const startedMs = clock.uptime()
  for (let told = false; ; told = true) {
    const effect = await stores.effects.find(effectId)
    if (effect === null) throw new Error('A payment that was sent is gone.')
    if (effect.state !== 'in-doubt' || steps.stop.aborted) return effect
    const waitMs = Math.max(0, effect.notBeforeInMs ?? 0)
    if (clock.uptime() - startedMs + waitMs > ATTENDED_LOOK_UPS_MS_MAX) return effect
    if (!told) steps.inDoubt()
    await clock.sleep(waitMs, steps.stop)
    await performEffect(engine, stage, effectId)
  }
}
