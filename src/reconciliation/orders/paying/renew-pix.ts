/**
 * Asks for another Pix code. It charges nothing and orders nothing, so it is no effect: whatever
 * becomes of the request, the order is read afterwards, and only what it says then counts. One
 * request at a time for an order: the ledger's row says who asks.
 */
import type { Clock } from '../../../clock.ts'
import type { Client } from '../../../client/client.ts'
import type { FollowedOrder } from '../../../ledger/orders/orders.ts'
import type { OrderStore } from '../../../ledger/orders/orders-sql.ts'

export interface RenewingTools {
  readonly client: Pick<Client, 'call'>
  readonly orders: Pick<OrderStore, 'claimRenewal'>
  readonly clock: Clock
}

/** Longer than the hard limit of one POST. */
const RENEWAL_MS_MAX = 120_000

/** False when no request was made. Throws a Failure when the whole run must stop. */
export async function renewPix(
  { client, orders, clock }: RenewingTools,
  { id, renewals }: Pick<FollowedOrder, 'id' | 'renewals'>,
): Promise<boolean> {
  const nowMs = clock.now()
  const claim = { renewals, at: new Date(nowMs), until: new Date(nowMs + RENEWAL_MS_MAX) }
  if (!(await orders.claimRenewal(id, claim))) return false
  const result = await client.call('renewPix', { params: { order_id: id } })
  if (result.outcome === 'answered' && !result.ok && result.stop !== undefined) throw result.stop
  return result.outcome !== 'never-sent'
}
