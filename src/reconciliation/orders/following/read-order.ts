/** Reads one order at the service; no quota counts it. */
import type { Client } from '../../../client/client.ts'
import type { Order } from '../../../contract/order.ts'
import { Failure } from '../../../failure.ts'
import { reason } from '../order-reasons.ts'

export type OrderRead =
  | { readonly read: 'order'; readonly order: Order }
  /** Not there, about another order, or in a form that tells nothing: no code is shown by that. */
  | { readonly read: 'shut'; readonly why: string }
  | { readonly read: 'unread'; readonly failure: Failure }

/** A wrong key or account ends the run; any other failure concerns only this order. */
export async function readOrder(
  client: Pick<Client, 'read'>,
  id: string,
  signal?: AbortSignal,
): Promise<OrderRead> {
  try {
    const order = await client.read('getOrder', { params: { order_id: id } }, { signal })
    if (order === null) return { read: 'shut', why: reason('order-missing') }
    return { read: 'order', order }
  } catch (error) {
    if (!(error instanceof Failure) || error.recovery === 'stop') throw error
    if (error.code !== 'answer-unfit') return { read: 'unread', failure: error }
    return { read: 'shut', why: reason('order-unreadable', String(error.cause)) }
  }
}
