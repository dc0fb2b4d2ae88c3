/** Reads one order at the service now, and asks for another Pix code where a person wants one. */
import { wallClock } from '../../clock.ts'
import type { Failure } from '../../failure.ts'
import type { Fleet } from '../../ledger/fleets/fleets.ts'
import type { FollowedOrder } from '../../ledger/orders/orders.ts'
import { renewPix } from '../../reconciliation/orders/paying/renew-pix.ts'
import { mayRenew } from '../../reconciliation/orders/paying/renew-when.ts'
import type { Secret } from '../../secret.ts'
import { withKnownService } from '../access/known-service.ts'
import { openAccess } from '../access/service-access.ts'
import type { AppContext } from '../context.ts'
import type { OpenLedger } from '../ledger/open-ledger.ts'
import { READER_MS_MAX, readThese } from './read-open-orders.ts'

export interface OrderRead {
  readonly before: FollowedOrder
  /** As the service says it now; as before when it could not be read. */
  readonly after: FollowedOrder
  readonly problem: Failure | undefined
}

/** Undefined when the fleet has no such order. */
export async function readOneOrder(
  context: AppContext,
  ledger: OpenLedger,
  fleet: Fleet,
  orderId: string,
): Promise<OrderRead | undefined> {
  const before = await orderOf(ledger, fleet, orderId)
  if (before === undefined) return undefined
  const signal = AbortSignal.any([context.stop, AbortSignal.timeout(READER_MS_MAX)])
  const { problem } = await readThese(context, ledger, fleet, { orders: [before], signal })
  const after = (await ledger.stores.orders.find(orderId)) ?? before
  return { before, after, problem }
}

/**
 * Asks for another code where the order's own is missing or ran out, however long ago that was:
 * whoever asks means to pay now. False when nothing was asked for. Read the order afterwards.
 */
export async function renewCode(
  context: AppContext,
  ledger: OpenLedger,
  secret: Secret,
  order: FollowedOrder,
): Promise<boolean> {
  if (!mayRenew(order)) return false
  const { config } = await withKnownService(context, ledger)
  await using access = await openAccess({ ...context, config }, ledger, secret)
  return await renewPix(
    { client: access.client, orders: ledger.stores.orders, clock: wallClock },
    order,
  )
}

export async function orderOf(
  { stores }: Pick<OpenLedger, 'stores'>,
  fleet: Fleet,
  orderId: string,
): Promise<FollowedOrder | undefined> {
  const order = await stores.orders.find(orderId)
  return order?.fleetId === fleet.id ? order : undefined
}
