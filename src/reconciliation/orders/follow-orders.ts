/**
 * Reads the due orders of one chunk: waits for a Pix code, sees payment and settlement, and moves
 * the debts with them.
 */
import type { Clock } from '../../clock.ts'
import type { Client } from '../../client/client.ts'
import type { Order } from '../../contract/order.ts'
import { Failure } from '../../failure.ts'
import type { FollowedOrder, OrderStore } from '../../ledger/orders.ts'
import type { Outcome } from '../../queue/outcome.ts'
import { nextFollowInMs } from './follow-pace.ts'
import { orderFacts } from './judge-order.ts'
import { moveWithOrder } from './move-with-order.ts'
import type { MovingTools } from './move-with-order.ts'
import { isMismatch } from './order-reasons.ts'
import type { GateReason, Mismatch } from './order-reasons.ts'

export interface FollowingTools extends MovingTools {
  readonly fleetId: string
  readonly client: Pick<Client, 'read'>
  readonly orders: Pick<OrderStore, 'chunk' | 'postpone' | 'update' | 'transaction'>
  readonly clock: Clock
}

/** When an order could not be read; its standing is unknown for that long. */
const UNREAD_RETRY_MS = 60_000
/** When the service says that it does not know an order that it made. */
const MISSING_RETRY_MS = 3_600_000

type Read =
  | { readonly read: 'order'; readonly order: Order }
  | { readonly read: 'missing' }
  | { readonly read: 'unread'; readonly unreachable: boolean }

export async function followOrders(
  tools: FollowingTools,
  chunk: string,
  signal?: AbortSignal,
): Promise<Outcome> {
  const due = await tools.orders.chunk(tools.fleetId, chunk, new Date(tools.clock.now()))
  let unreachable = false
  for (const order of due) {
    if (signal?.aborted === true) break
    // Each read has its own retries: a service that is down is asked once, not once an order.
    const read: Read = unreachable ? unread(true) : await readOrder(tools, order.id)
    unreachable = read.read === 'unread' && read.unreachable
    await followOne(tools, order, read)
  }
  return { outcome: 'done' }
}

async function followOne(tools: FollowingTools, known: FollowedOrder, read: Read): Promise<void> {
  const nowMs = tools.clock.now()
  if (read.read === 'unread') {
    return tools.orders.postpone(known.id, new Date(nowMs + UNREAD_RETRY_MS))
  }
  if (read.read === 'missing') return recordMissing(tools, known, nowMs)
  const mismatch = mismatchOf(read.order, known)
  const facts = orderFacts(read.order, { mismatch, nowMs })
  const ageMs = nowMs - known.createdAt.getTime()
  const nextInMs = nextFollowInMs({ ...facts, reads: known.reads + 1, ageMs, nowMs })
  const nextReadAt = nextInMs === null ? null : new Date(nowMs + nextInMs)
  const at = new Date(nowMs)
  await tools.orders.transaction(async (tx) => {
    await tools.orders.update({ ...facts, id: known.id }, { nextReadAt, at }, tx)
    if (facts.standing === known.standing) return
    await moveWithOrder(tools, tx, { ...known, ...facts, id: known.id }, at)
  })
}

/** A wrong key or account ends the run; any other trouble is this order's alone. */
async function readOrder(tools: FollowingTools, id: string): Promise<Read> {
  try {
    const order = await tools.client.read('getOrder', { params: { order_id: id } })
    return order === null ? { read: 'missing' } : { read: 'order', order }
  } catch (error) {
    if (!(error instanceof Failure) || error.recovery === 'stop') throw error
    return unread(error.recovery === 'retry')
  }
}

function unread(unreachable: boolean): Read {
  return { read: 'unread', unreachable }
}

/** Nothing is known of it but what it was: its code is not shown, its debts stay in it. */
async function recordMissing(
  tools: FollowingTools,
  known: FollowedOrder,
  nowMs: number,
): Promise<void> {
  const gateReason: GateReason = isMismatch(known.gateReason) ? known.gateReason : 'order-missing'
  const nextReadAt = new Date(nowMs + MISSING_RETRY_MS)
  await tools.orders.update(
    { ...known, gate: 'shut', gateReason },
    { nextReadAt, at: new Date(nowMs) },
  )
}

/**
 * What was wrong with an order stays wrong, however it reads now: only a person opens its gate. Its
 * sums are frozen when it is made, so a change is wrong too.
 */
function mismatchOf(order: Order, known: FollowedOrder): Mismatch | undefined {
  if (isMismatch(known.gateReason)) return known.gateReason
  const facts = orderFacts(order, { mismatch: undefined, nowMs: 0 })
  const same =
    facts.debtsCents === known.debtsCents &&
    facts.feeCents === known.feeCents &&
    facts.totalCents === known.totalCents
  return same ? undefined : 'amounts-changed'
}
