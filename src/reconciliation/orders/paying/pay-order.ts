/**
 * The effect stage of a card payment (design page "effects"): the pay gate before the one POST,
 * what its answer means, and how a lost answer is found again. The card is in this stage's memory
 * and in nothing that it writes; without one it can only look up, and refuses to send.
 */
import { createHash } from 'node:crypto'
import type { Client } from '../../../client/client.ts'
import type { Order } from '../../../contract/order.ts'
import type { EffectStage, Found, Match, Preparation } from '../../../effects/stage.ts'
import type { Effect, EffectStore } from '../../../ledger/effects.ts'
import type { FollowedOrder, OrderStore } from '../../../ledger/orders.ts'
import type { Tx } from '../../../ledger/tx.ts'
import type { ConfirmedPayment } from './card.ts'
import { paymentBaseline, paymentOutcome, readBaseline } from './payment-outcome.ts'
import type { PaymentBaseline } from './payment-outcome.ts'
import { factsNow, recordRead } from '../following/record-read.ts'
import type { ReadingTools } from '../following/record-read.ts'

export interface PayingTools extends ReadingTools {
  readonly client: Pick<Client, 'call' | 'read'>
  readonly orders: ReadingTools['orders'] & Pick<OrderStore, 'find' | 'tellPayment'>
  readonly effects: Pick<EffectStore, 'retire'>
  readonly bucket: string
}

interface PayReady {
  readonly orderId: string
  readonly confirmed: ConfirmedPayment
  readonly before: PaymentBaseline
}

export type PayStage = EffectStage<PayReady, Order, Order>

export function payStage(tools: PayingTools, confirmed?: ConfirmedPayment): PayStage {
  return {
    kind: 'pay',
    budget: { bucket: tools.bucket, units: 1 },
    prepare: (effect) => prepare(tools, effect, confirmed),
    send: ({ orderId, confirmed: { card, installments } }, leave) =>
      tools.client.call(
        'payCard',
        { params: { order_id: orderId }, body: card.body(installments) },
        leave,
      ),
    fits: (reply, { orderId, before }) => {
      if (reply.id.toLowerCase() !== orderId) {
        return { fits: false, why: 'the answer is about another order' }
      }
      const outcome = paymentOutcome(tools.statuses, reply, before)
      if (outcome === 'unchanged') return { fits: false, why: 'the answer shows no payment' }
      if (outcome !== 'unknown') return { fits: true, remoteId: orderId }
      const word = reply.latest_attempt?.status ?? reply.status
      return { fits: 'quarantine', remoteId: orderId, why: `attempt-unknown: ${word}` }
    },
    lookUp: (effect) => lookUp(tools, effect),
    record: (tx, effect, found) => record(tools, tx, { effect, found, confirmed }),
  }
}

async function prepare(
  tools: PayingTools,
  effect: Effect,
  confirmed: ConfirmedPayment | undefined,
): Promise<Preparation<PayReady, Order>> {
  if (confirmed === undefined) return { refuse: 'card-absent' }
  const known = await knownOrder(tools, effect)
  const orderId = known.id
  const order = await tools.client.read('getOrder', { params: { order_id: orderId } })
  if (order === null) return { refuse: 'order-missing' }
  const facts = factsNow(tools, known, order)
  if (facts.method !== 'credit_card') return { refuse: 'other-method' }
  if (facts.gateReason !== null) return { refuse: facts.gateReason }
  if (known.planState !== 'ordered') return { refuse: 'plan-not-approved' }
  if (facts.totalCents !== confirmed.totalCents) return { refuse: 'amount-changed' }
  const before = paymentBaseline(order)
  const said = `${orderId} ${confirmed.totalCents} ${confirmed.installments}`
  return {
    ready: { orderId, confirmed, before },
    baseline: { ...before },
    bodyHash: createHash('sha256').update(said).digest('hex'),
  }
}

/** The order, if it shows that a charge was tried since the intent. */
async function lookUp(tools: PayingTools, effect: Effect): Promise<readonly Match<Order>[]> {
  const order = await tools.client.read('getOrder', { params: { order_id: effect.key } })
  if (order === null) return []
  const outcome = paymentOutcome(tools.statuses, order, readBaseline(effect.baseline))
  const isSeen = outcome === 'paid' || outcome === 'under-way' || outcome === 'declined'
  return isSeen ? [{ remoteId: effect.key, thing: order }] : []
}

interface Settled {
  readonly effect: Effect
  readonly found: Found<Order, Order>
  readonly confirmed: ConfirmedPayment | undefined
}

async function record(tools: PayingTools, tx: Tx, settled: Settled): Promise<void> {
  const { effect, found, confirmed } = settled
  const known = await knownOrder(tools, effect, tx)
  const order = orderOf(found)
  const isOver = found.how === 'done' || found.how === 'adopted'
  const paymentInDoubt = !isOver && found.how !== 'rejected'
  if (order !== undefined) await recordRead(tools, tx, { ...known, paymentInDoubt }, order)
  else if (paymentInDoubt) await shut(tools, tx, known)
  const outcome =
    isOver && order !== undefined
      ? paymentOutcome(tools.statuses, order, readBaseline(effect.baseline))
      : undefined
  // Nothing was charged: the order may be paid by another card.
  const isUnpaid = outcome === 'declined' || found.how === 'rejected'
  if (isUnpaid) await tools.effects.retire(effect.id, tx)
  await tools.orders.tellPayment(
    {
      orderId: known.id,
      effectId: effect.id,
      what: isUnpaid ? 'payment-refused' : EVENTS[found.how],
      ...(confirmed === undefined ? {} : { person: confirmed.person }),
      at: new Date(tools.clock.now()),
      installments: confirmed?.installments ?? null,
      reason: outcome ?? ('reason' in found ? found.reason : null),
    },
    tx,
  )
}

const EVENTS = {
  done: 'payment-made',
  adopted: 'payment-adopted',
  rejected: 'payment-refused',
  quarantined: 'payment-quarantined',
  'needs-person': 'payment-needs-person',
} as const satisfies Record<Found<Order, Order>['how'], string>

/** Nobody knows whether it was paid: whoever reads the ledger must not pay again. */
async function shut(tools: PayingTools, tx: Tx, known: FollowedOrder): Promise<void> {
  const at = new Date(tools.clock.now())
  const facts = { ...known, gate: 'shut', gateReason: 'payment-in-doubt' } as const
  await tools.orders.update(facts, { nextReadAt: at, at }, tx)
}

function orderOf(found: Found<Order, Order>): Order | undefined {
  if (found.how === 'done') return found.reply
  if (found.how === 'adopted') return found.match.thing
  return found.how === 'quarantined' ? found.reply : undefined
}

async function knownOrder(tools: PayingTools, effect: Effect, tx?: Tx): Promise<FollowedOrder> {
  const known = await tools.orders.find(effect.key, tx)
  if (known === undefined) throw new Error('A payment belongs to an order of the ledger.')
  return known
}
