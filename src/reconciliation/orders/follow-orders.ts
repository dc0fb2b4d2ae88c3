/**
 * Reads the due orders of one chunk: waits for a Pix code and asks for another when it ran out, sees
 * payment and settlement, and moves the debts with them.
 */
import type { Clock } from '../../clock.ts'
import type { Client } from '../../client/client.ts'
import type { Order } from '../../contract/order.ts'
import { Failure } from '../../failure.ts'
import type { FollowedOrder, OrderFacts, OrderStore } from '../../ledger/orders.ts'
import type { Outcome } from '../../queue/outcome.ts'
import { nextFollowInMs } from './follow-pace.ts'
import { orderFacts } from './judge-order.ts'
import { moveWithOrder } from './move-with-order.ts'
import type { MovingTools } from './move-with-order.ts'
import { isMismatch } from './order-reasons.ts'
import type { GateReason, Mismatch } from './order-reasons.ts'
import type { OrderStatuses } from './order-statuses.ts'
import { codeAgeMs, renewInMs } from './renew-when.ts'
import { renewPix } from './renew-pix.ts'
import { notSettled, settlementsOf } from './settled-items.ts'

type FollowingStore = Pick<
  OrderStore,
  'chunk' | 'postpone' | 'update' | 'settle' | 'claimRenewal' | 'transaction'
>

export interface FollowingTools extends MovingTools {
  readonly fleetId: string
  readonly client: Pick<Client, 'read' | 'call'>
  readonly orders: FollowingStore
  readonly statuses: OrderStatuses
  readonly clock: Clock
  readonly zone: string
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
  const facts = factsOf(tools, known, read.order)
  if (renewInMs({ ...known, ...facts, nowMs }) === 0 && (await renewPix(tools, known))) {
    const asked = { renewals: known.renewals + 1, renewedAt: new Date(nowMs) }
    return followOne(tools, { ...known, ...asked }, await readOrder(tools, known.id))
  }
  await recordRead(tools, known, read.order, facts)
}

/** Everything that the read says, in one transaction. Also for who reads an order after paying it. */
async function recordRead(
  tools: FollowingTools,
  known: FollowedOrder,
  order: Order,
  facts: OrderFacts,
): Promise<void> {
  const nowMs = tools.clock.now()
  const at = new Date(nowMs)
  const { id } = known
  await tools.orders.transaction(async (tx) => {
    const nextReadAt = nextReadOf(known, facts, nowMs)
    await tools.orders.update({ ...facts, id }, { nextReadAt, at }, tx)
    await tools.orders.settle(id, settlementsOf(order), tx)
    if (facts.standing === known.standing) return
    const left = notSettled(tools.statuses, order, known.items)
    const debtIds = known.items.map(({ debtId }) => debtId)
    await moveWithOrder(tools, tx, { ...known, ...facts, id, debtIds, left }, at)
  })
}

function nextReadOf(known: FollowedOrder, facts: OrderFacts, nowMs: number): Date | null {
  const followed = { ...known, ...facts, nowMs }
  const ageMs = codeAgeMs(followed)
  const paceMs = nextFollowInMs({ ...followed, reads: known.reads + 1, ageMs })
  if (paceMs === null) return null
  const renewMs = renewInMs(followed)
  // 0: somebody else asks for its new code just now.
  const soonerMs = renewMs === null || renewMs === 0 ? paceMs : Math.min(paceMs, renewMs)
  return new Date(nowMs + soonerMs)
}

function factsOf(tools: FollowingTools, known: FollowedOrder, order: Order): OrderFacts {
  const nowMs = tools.clock.now()
  const { statuses, zone } = tools
  const { paymentInDoubt } = known
  const context = { statuses, zone, nowMs, paymentInDoubt }
  const facts = orderFacts(order, { ...context, mismatch: undefined })
  const mismatch = mismatchOf(facts, known)
  return mismatch === undefined ? facts : orderFacts(order, { ...context, mismatch })
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
function mismatchOf(facts: OrderFacts, known: FollowedOrder): Mismatch | undefined {
  if (isMismatch(known.gateReason)) return known.gateReason
  const same =
    facts.debtsCents === known.debtsCents &&
    facts.feeCents === known.feeCents &&
    facts.totalCents === known.totalCents
  return same ? undefined : 'amounts-changed'
}
