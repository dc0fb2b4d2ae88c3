/** How the fleet's orders stand, for the pages. */
import type { OrdersNow } from './console-tools.ts'
import type { Fleet } from '../ledger/fleets/fleets.ts'
import { ORDERS_LISTED_MAX } from '../ledger/orders/orders.ts'
import type { AppContext } from '../app/context.ts'
import { ordersReadWords } from '../app/orders/orders-read-words.ts'
import { QUICK_READ, readOpenOrders } from '../app/orders/read-open-orders.ts'
import type { OpenLedger } from '../app/ledger/open-ledger.ts'

interface KnownLedger {
  readonly fleets: Pick<OpenLedger['fleets'], 'find'>
  readonly stores: Pick<OpenLedger['stores'], 'orders'>
}

/** Reads open orders at the service first; undefined before the fleet's first import. */
export async function ordersForPages(
  context: AppContext,
  ledger: OpenLedger,
): Promise<OrdersNow | undefined> {
  const { output, config } = context
  const fleet = await ledger.fleets.find(config.FROTA_FLEET)
  if (fleet === undefined) return undefined
  const read = await readOpenOrders(context, ledger, fleet, QUICK_READ)
  const unread = ordersReadWords(read, output, config.FROTA_TIME_ZONE)
  return { ...(await ordersOf(ledger, fleet)), unread }
}

/** Orders from the ledger alone, used while a run of this process reads them itself. */
export async function knownOrders(
  { config }: AppContext,
  ledger: KnownLedger,
): Promise<OrdersNow | undefined> {
  const fleet = await ledger.fleets.find(config.FROTA_FLEET)
  return fleet === undefined ? undefined : ordersOf(ledger, fleet)
}

async function ordersOf({ stores }: KnownLedger, fleet: Fleet): Promise<OrdersNow> {
  const all = await stores.orders.list(fleet.id, ORDERS_LISTED_MAX)
  const open = all.filter(({ standing }) => standing === 'open')
  const paid = all.filter(({ standing }) => standing === 'paid' || standing === 'settled')
  return {
    open: {
      orders: open.length,
      cents: open.reduce((sum, { totalCents }) => sum + totalCents, 0n),
    },
    paid: paid.map(({ plate, standingSince }) => ({ plate, since: standingSince })),
    unread: undefined,
  }
}
