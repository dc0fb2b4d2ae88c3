/**
 * Does what a person said about a case, in one transaction with its entry in the audit log: the
 * effect's move, the order and its pay gate, the plan, the locks. What was read of the service a
 * moment before decides, and an effect that moved meanwhile is left alone.
 */
import type { Order } from '../../../contract/order.ts'
import type { AuditFacts, NewAuditEntry } from '../../../ledger/audit/audit.ts'
import type { Effect, EffectState } from '../../../ledger/effects/effects.ts'
import type { Decision } from '../../../ledger/orders/foreign-orders.ts'
import type { FollowedOrder } from '../../../ledger/orders/orders.ts'
import type { Tx } from '../../../ledger/schema/tx.ts'
import type { OrderTools } from '../order-tools.ts'
import { recordFoundOrder } from '../placing/record-found-order.ts'
import { recordOrder } from '../placing/record-order.ts'
import { checkedCents } from '../../../fleet/money.ts'
import { recordRead } from '../record-read.ts'
import type { Case, OrderCase } from './resolve-case.ts'
import { outcomeOf, type Choice } from './resolve-choices.ts'
import type { Review } from './review-case.ts'
import { seeTwins, twinsAmong } from '../following/twin-orders.ts'
import { withHeld } from '../placing/vehicle-orders.ts'

export interface ResolvingTools extends Omit<OrderTools, 'fleetId' | 'planPolicy'> {
  /** Appends to the audit log, within the transaction of what it tells. */
  readonly audit: (tx: Tx, entry: NewAuditEntry) => Promise<unknown>
}

/** False when the case moved on meanwhile: nothing was done. */
export async function resolveCase(
  tools: ResolvingTools,
  which: Case,
  choice: Choice,
  review: Review,
  by: Decision,
): Promise<boolean> {
  const work = async (tx: Tx): Promise<void> => {
    await write(tools, tx, which, choice, review, by)
    await tools.audit(tx, entryOf(which, choice, review, by))
  }
  if (which.kind === 'gate') await tools.orders.transaction(work)
  else if ((await move(tools, which.effect, which.kind, choice, review, by, work)) === null) {
    return false
  }
  if (which.kind === 'order') await keepOthers(tools, which, review)
  return true
}

async function move(
  tools: ResolvingTools,
  effect: Effect,
  kind: Case['kind'],
  choice: Choice,
  review: Review,
  by: Decision,
  work: (tx: Tx) => Promise<void>,
): Promise<Effect | null> {
  const to = outcomeOf(kind, choice.choice)?.to
  if (to === undefined) throw new Error(`Nobody may say ${choice.choice} of a ${kind}.`)
  const remoteId =
    to === 'adopted' && review.order !== undefined ? { remoteId: review.order.id } : {}
  const why = `resolved-by-person: ${by.reason}`
  const from = await waitingState(tools, effect)
  return tools.effects.settle(effect.id, effect.epoch, { from, to, why, ...remoteId }, work)
}

/** An effect in doubt becomes `needs-person` first, since no move leads from doubt to an end. */
async function waitingState(
  { effects }: Pick<ResolvingTools, 'effects'>,
  { id, epoch, state: from }: Effect,
): Promise<EffectState> {
  if (from !== 'in-doubt') return from
  const to = 'needs-person'
  await effects.settle(id, epoch, { from, to, why: 'nothing looks up a card payment' })
  return to
}

async function write(
  tools: ResolvingTools,
  tx: Tx,
  which: Case,
  choice: Choice,
  review: Review,
  by: Decision,
): Promise<void> {
  switch (choice.choice) {
    case 'adopt':
      return adopt(tools, tx, which, review, by)
    case 'none': {
      if (which.kind !== 'order') return
      const reason = `resolved-by-person: ${by.reason}`
      return recordOrder(tools, tx, which.effect, { how: 'rejected', reason })
    }
    case 'different':
      if (which.kind !== 'order') throw new Error('Only an order has others in its way.')
      return tools.foreign.clear(which.plan.id, choice.orderId.toLowerCase(), by, tx)
    case 'paid':
    case 'not-paid': {
      if (which.kind !== 'pay') throw new Error('Only a payment is paid or not.')
      // Recorded again without the doubt, so that the gate follows what the order says now.
      const known = { ...which.order, paymentInDoubt: false }
      await recordRead(tools, tx, known, orderOf(review))
      if (choice.choice === 'not-paid') await tools.effects.retire(which.effect.id, tx)
    }
  }
}

async function adopt(tools: ResolvingTools, tx: Tx, which: Case, review: Review, by: Decision) {
  const order = orderOf(review)
  if (which.kind !== 'order' && which.kind !== 'gate') throw new Error('Only orders are adopted.')
  if (which.order === undefined && which.kind === 'order') {
    const match = { remoteId: order.id, thing: order }
    await recordOrder(tools, tx, which.effect, { how: 'adopted', match })
  }
  const known = await tools.orders.find(order.id.toLowerCase(), tx)
  if (known === undefined) throw new Error('An order that was adopted is not in the ledger.')
  await tools.foreign.decide(known.id, by, tx)
  // The sums may stay wrong, so the ledger keeps that a person took the order as it is.
  const isOdd = review.mismatch !== undefined
  if (isOdd && known.planId !== null) await tools.foreign.clear(known.planId, known.id, by, tx)
  // What was booked as paid stays as it was.
  if (which.order === undefined || known.standing === 'open' || known.standing === 'dead') {
    const items = (order.items ?? []).map(({ debt_item_id: itemId, amount }) => {
      return { itemId: itemId.toLowerCase(), amountCents: checkedCents(amount) }
    })
    await tools.orders.acceptItems(known.id, items, tx)
  }
  // The person named what is wrong with it: from here on only what is new keeps its gate shut.
  await recordRead(tools, tx, asAccepted(known, order), order)
}

/** Its sums are taken as they read now, since those are what the person saw. */
function asAccepted(known: FollowedOrder, order: Order): FollowedOrder {
  return {
    ...known,
    gateReason: null,
    debtsCents: checkedCents(order.debts_amount),
    feeCents: checkedCents(order.service_fee),
    totalCents: checkedCents(order.total_amount),
  }
}

function orderOf({ order }: Review): Order {
  if (order === undefined) throw new Error('Nothing was read of the order that is spoken of.')
  return order
}

/** Records the other orders of these debts as twins, and locks our free debts that they hold. */
async function keepOthers(tools: ResolvingTools, which: OrderCase, review: Review): Promise<void> {
  const { vehicleId, fleetId } = which
  const others = review.seen.filter(({ id }) => id !== review.order?.id)
  const held = await withHeld(
    tools,
    vehicleId,
    others.map(({ order }) => order),
  )
  for (const order of held) await recordFoundOrder(tools, { id: vehicleId, fleetId }, order)
  if (review.order === undefined) return
  const ours = { id: review.order.id, vehicleId, fleetId }
  await seeTwins(tools, ours, twinsAmong(held, which.plan.items))
}

function entryOf(which: Case, choice: Choice, review: Review, by: Decision): NewAuditEntry {
  const { vehicleId, fleetId, kind } = which
  const effectId = which.kind === 'gate' ? undefined : which.effect.id
  const planId = which.kind === 'order' ? which.plan.id : undefined
  const orderId = review.order?.id
  const accepted = review.mismatch ?? null
  const facts: AuditFacts = {
    kind,
    choice: choice.choice,
    reason: by.reason,
    was: which.reason,
    accepted,
    seen: review.seen.map(({ id, status }) => `${id} (${status})`),
  }
  return {
    at: by.at,
    actor: { kind: 'person', name: by.who },
    what: kind === 'pay' ? 'payment-resolved' : 'order-resolved',
    subject: { fleetId, vehicleId, planId, orderId, effectId },
    facts,
  }
}
