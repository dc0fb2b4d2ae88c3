/**
 * Reads the due orders of one chunk: waits for a Pix code, asks for another when it ran out, sees
 * payment and settlement, and moves the debts with them.
 */
import type { FollowedOrder } from '../../../ledger/orders/orders.ts'
import type { Outcome } from '../../../queue/outcome.ts'
import { readOrder, type OrderRead } from './read-order.ts'
import { factsNow, recordAlone, recordShut, type ReadingTools } from '../record-read.ts'
import { renewInMs } from '../paying/renew-when.ts'
import { renewPix } from '../paying/renew-pix.ts'
import { afterTwinLook, type LookingTools } from './twin-orders.ts'
import type { OrderTools } from '../order-tools.ts'

export type FollowingTools = ReadingTools & LookingTools & Pick<OrderTools, 'fleetId' | 'client'>

/** Delay before an order is read again after a failed read; its standing is unknown meanwhile. */
const UNREAD_RETRY_MS = 60_000

export async function followOrders(
  tools: FollowingTools,
  chunk: string,
  signal?: AbortSignal,
): Promise<Outcome> {
  const due = await tools.orders.chunk(tools.fleetId, chunk, new Date(tools.clock.now()))
  let away: OrderRead | undefined
  for (const order of due) {
    if (signal?.aborted === true) break
    // Each read has its own retries: a service that is down is asked once, not once an order.
    const read = away ?? (await readOrder(tools.client, order.id))
    if (read.read === 'unread' && read.failure.recovery === 'retry') away = read
    await followOne(tools, order, read)
  }
  return { outcome: 'done' }
}

async function followOne(tools: FollowingTools, known: FollowedOrder, read: OrderRead) {
  const nowMs = tools.clock.now()
  if (read.read === 'unread') {
    return tools.orders.postpone(known.id, new Date(nowMs + UNREAD_RETRY_MS))
  }
  if (read.read === 'shut') return recordShut(tools, known, read.why, 'following')
  const facts = factsNow(tools, known, read.order)
  if (renewInMs({ ...known, ...facts, nowMs }) === 0 && (await renewPix(tools, known))) {
    const asked = { renewals: known.renewals + 1, renewedAt: new Date(nowMs) }
    return followOne(tools, { ...known, ...asked }, await readOrder(tools.client, known.id))
  }
  const looked = await afterTwinLook(tools, known, 'following')
  await recordAlone(tools, looked, read.order, 'following')
}
