/**
 * Reads the due orders of one chunk: waits for a Pix code, sees payment and settlement, and moves
 * the debts with them. A dead order gives its debts and locks back.
 */
import type { Clock } from '../../clock.ts'
import type { Client } from '../../client/client.ts'
import type { Order } from '../../contract/order.ts'
import { Failure } from '../../failure.ts'
import type { DebtStore } from '../../ledger/debts.ts'
import type { EffectStore } from '../../ledger/effects.ts'
import type { FollowedOrder, OrderFacts, OrderStore } from '../../ledger/orders.ts'
import type { PlanStore } from '../../ledger/plans.ts'
import type { Tx } from '../../ledger/tx.ts'
import type { Outcome } from '../../queue/outcome.ts'
import { nextFollowInMs } from './follow-pace.ts'
import { orderFacts } from './judge-order.ts'

export interface FollowingTools {
  readonly fleetId: string
  readonly client: Pick<Client, 'read'>
  readonly orders: OrderStore
  readonly debts: Pick<DebtStore, 'move'>
  readonly plans: Pick<PlanStore, 'release'>
  readonly effects: Pick<EffectStore, 'retire'>
  readonly clock: Clock
}

/** When an order could not be read; its standing is unknown for that long. */
const UNREAD_RETRY_MS = 60_000

export async function followOrders(
  tools: FollowingTools,
  chunk: string,
  signal?: AbortSignal,
): Promise<Outcome> {
  const at = new Date(tools.clock.now())
  const due = await tools.orders.chunk(tools.fleetId, chunk, at)
  for (const order of due) {
    if (signal?.aborted === true) break
    await followOne(tools, order)
  }
  return { outcome: 'done' }
}

async function followOne(tools: FollowingTools, known: FollowedOrder): Promise<void> {
  const read = await readOrder(tools, known.id)
  const nowMs = tools.clock.now()
  if (read === null) return tools.orders.postpone(known.id, new Date(nowMs + UNREAD_RETRY_MS))
  const mismatch = mismatchOf(read, known)
  const facts = orderFacts(read, { mismatch, nowMs })
  const ageMs = nowMs - known.createdAt.getTime()
  const nextInMs = nextFollowInMs({ ...facts, reads: known.reads + 1, ageMs })
  const nextReadAt = nextInMs === null ? null : new Date(nowMs + nextInMs)
  await tools.orders.transaction(async (tx) => {
    await tools.orders.update(facts, { nextReadAt, at: new Date(nowMs) }, tx)
    if (facts.standing !== known.standing) await moveDebts(tools, tx, known, facts)
  })
}

/** A wrong key or account ends the run; any other trouble is this order's alone. */
async function readOrder(tools: FollowingTools, id: string): Promise<Order | null> {
  try {
    return await tools.client.read('getOrder', { params: { order_id: id } })
  } catch (error) {
    if (error instanceof Failure && error.recovery !== 'stop') return null
    throw error
  }
}

/** An order's sums are frozen when it is made: a change is for a person, with the pay gate shut. */
function mismatchOf(order: Order, known: FollowedOrder): string | undefined {
  const facts = orderFacts(order, { mismatch: undefined, nowMs: 0 })
  const same = facts.debtsCents === known.debtsCents && facts.totalCents === known.totalCents
  return same ? undefined : 'the order changed its amounts'
}

async function moveDebts(
  tools: FollowingTools,
  tx: Tx,
  known: FollowedOrder,
  facts: OrderFacts,
): Promise<void> {
  const at = new Date(tools.clock.now())
  const why = `order ${known.id} is ${facts.status}`
  const move = { ids: known.debtIds, why, at }
  switch (facts.standing) {
    case 'paid':
      await tools.debts.move({ ...move, from: ['ordered'], to: 'paid' }, tx)
      return
    case 'settled':
      await tools.debts.move({ ...move, from: ['ordered', 'paid'], to: 'settled' }, tx)
      return
    case 'dead':
      await tools.debts.move({ ...move, from: ['ordered', 'paid'], to: 'open' }, tx)
      if (known.planId !== null) {
        await tools.plans.release(known.planId, { state: 'void', reason: why, at }, tx)
      }
      if (known.effectId !== null) await tools.effects.retire(known.effectId, tx)
      return
    case 'open':
    case 'unknown':
      return
  }
}
