/**
 * Reads every order of the account, all pages, and keeps what the ledger does not know: what a
 * ledger that is older than its intent journal must do before any money leaves. It sends nothing,
 * and what it kept stays kept when it is stopped; the next one begins with the first page again,
 * since a page's number means nothing once orders moved.
 */
import type { Client } from '../../../client/client.ts'
import { PAGE_SIZE_MAX } from '../../../contract/limits.ts'
import type { Order } from '../../../contract/order.ts'
import { recordFoundOrder, type FindingTools, type FoundAs } from './record-found-order.ts'
import { withHeld } from './vehicle-orders.ts'

export interface ReadingAllTools extends FindingTools {
  readonly client: Pick<Client, 'pages' | 'read'>
}

export type AllOrders = Readonly<Record<FoundAs | 'strange', number>> & {
  /** Of all pages so far. */
  readonly read: number
}

/** Throws what a read threw, and an AbortError when it was stopped: then it proves nothing. */
export async function readAllOrders(
  tools: ReadingAllTools,
  { onPage, signal }: { onPage: (so: AllOrders) => Promise<void>; signal?: AbortSignal },
): Promise<AllOrders> {
  const so = { read: 0, known: 0, over: 0, left: 0, taken: 0, foreign: 0, strange: 0 }
  const seen = new Set<string>()
  const query = { page_size: PAGE_SIZE_MAX }
  for await (const page of tools.client.pages('listOrders', { query })) {
    for (const order of page) {
      signal?.throwIfAborted()
      // An order that moves between pages comes twice.
      const id = order.id.toLowerCase()
      if (seen.has(id)) continue
      seen.add(id)
      so.read += 1
      so[await keep(tools, order)] += 1
    }
    await onPage({ ...so })
  }
  return so
}

/** `strange`: of a vehicle that the ledger does not know, whose orders are read when it does. */
async function keep(tools: ReadingAllTools, order: Order): Promise<FoundAs | 'strange'> {
  const serviceId = order.vehicle_id.toLowerCase()
  const vehicle = await tools.foreign.vehicleOf(tools.accountId, serviceId)
  if (vehicle === undefined) return 'strange'
  const [found] = await withHeld(tools, vehicle.id, [order])
  if (found === undefined) throw new Error('An order that was read is not there.')
  return recordFoundOrder(tools, vehicle, found)
}
