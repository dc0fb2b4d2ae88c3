/** Reads one order at the service; no quota counts it. */
import type { Client } from '../../../client/client.ts'
import type { Order } from '../../../contract/order.ts'
import { Failure } from '../../../failure.ts'

export type OrderRead =
  | { readonly read: 'order'; readonly order: Order }
  | { readonly read: 'missing' }
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
    return order === null ? { read: 'missing' } : { read: 'order', order }
  } catch (error) {
    if (!(error instanceof Failure) || error.recovery === 'stop') throw error
    return { read: 'unread', failure: error }
  }
}
