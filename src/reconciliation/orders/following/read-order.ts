/** Reads one order at the service; no quota counts it. */
import type { Client } from '../../../client/client.ts'
import type { Order } from '../../../contract/order.ts'
import { Failure } from '../../../failure.ts'
import { reason, type GateReason } from '../order-reasons.ts'

export type OrderRead =
  | { readonly read: 'order'; readonly order: Order }
  /** Not there, or in a form that tells nothing of it: no code is shown by that. */
  | { readonly read: 'shut'; readonly why: string }
  | { readonly read: 'unread'; readonly failure: Failure }

/** A wrong key or account ends the run; any other failure concerns only this order. */
export async function readOrder(
  client: Pick<Client, 'read'>,
  id: string,
  signal?: AbortSignal,
): Promise<OrderRead> {
  try {
    const options = signal === undefined ? {} : { signal }
    const order = await client.read('getOrder', { params: { order_id: id } }, options)
    return order === null ? shut('order-missing') : { read: 'order', order }
  } catch (error) {
    if (!(error instanceof Failure) || error.recovery === 'stop') throw error
    if (error.code === 'answer-unfit') return shut('order-unreadable', String(error.cause))
    return { read: 'unread', failure: error }
  }
}

function shut(gateReason: GateReason, about?: string): OrderRead {
  return { read: 'shut', why: reason(gateReason, about) }
}
