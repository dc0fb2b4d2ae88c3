/** How the fleet's orders stand, for the pages: open ones are read at the service first. */
import type { OpenLedger } from '../../app/ledger/open-ledger.ts'
import { ordersReadWords } from '../../app/orders/orders-read-words.ts'
import { QUICK_READ, readOpenOrders } from '../../app/orders/read-open-orders.ts'
import type { Fleet } from '../../ledger/fleets/fleets.ts'
import { ORDERS_LISTED_MAX } from '../../ledger/orders/orders.ts'
import type { ConsoleTools } from '../frame/console-tools.ts'
import type { PageSetting } from '../frame/page.ts'
import { contextOf } from '../frame/route-parts.ts'

export type OrdersNow = Awaited<ReturnType<typeof readOrdersForPage>>

/** `unread`: which were not read lately, why, and what to do; undefined when all were. */
export async function readOrdersForPage(
  tools: ConsoleTools,
  setting: PageSetting,
  ledger: OpenLedger,
  fleet: Fleet,
) {
  // Also while a run is under way, because it reads an order every quarter of an hour at most.
  const now = await readOpenOrders(contextOf(tools, setting), ledger, fleet, QUICK_READ)
  const at = new Date(tools.clock.now())
  return {
    orders: await ledger.stores.orders.list(fleet.id, ORDERS_LISTED_MAX, at),
    unread: ordersReadWords(now, tools.context.output, setting.zone),
  }
}
