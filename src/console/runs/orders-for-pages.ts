/** How the fleet's orders stand, for the pages: open ones are read at the service first. */
import { ordersReadWords } from '../../app/orders/orders-read-words.ts'
import { QUICK_READ, readOpenOrders } from '../../app/orders/read-open-orders.ts'
import { ORDERS_LISTED_MAX } from '../../ledger/orders/orders.ts'
import type { ConsoleTools, OrdersNow } from '../frame/console-tools.ts'
import type { PageSetting } from '../frame/page.ts'
import { contextOf } from '../frame/route-parts.ts'
import { withFleet } from '../frame/with-fleet.ts'

/** How long read orders are kept: long enough for a reload, short for a person who just paid. */
const ORDERS_KEPT_MS = 5_000

interface Kept {
  readonly atMs: number
  readonly now: Promise<OrdersNow | undefined>
}

/** Cached, so that a person who changes pages quickly does not cause a request for each. */
export class OrdersForPages {
  readonly #tools: ConsoleTools
  readonly #kept = new Map<string, Kept>()

  constructor(tools: ConsoleTools) {
    this.#tools = tools
  }

  /** Undefined before the fleet's first import. */
  now(setting: PageSetting): Promise<OrdersNow | undefined> {
    const { fleet } = setting
    const atMs = this.#tools.clock.uptime()
    const known = this.#kept.get(fleet)
    if (known !== undefined && atMs - known.atMs <= ORDERS_KEPT_MS) return known.now
    const now = readOrders(this.#tools, setting).catch((error: unknown) => {
      this.#kept.delete(fleet)
      throw error
    })
    this.#kept.set(fleet, { atMs, now })
    return now
  }
}

async function readOrders(
  tools: ConsoleTools,
  setting: PageSetting,
): Promise<OrdersNow | undefined> {
  const { context } = tools
  const stored = setting.busy
  const own = contextOf(tools, setting)
  const read = await withFleet(
    tools,
    setting,
    async (ledger, fleet) => {
      // A run under way reads the orders itself.
      const orders = await readOpenOrders(own, ledger, fleet, { ...QUICK_READ, stored })
      const all = await ledger.stores.orders.list(fleet.id, ORDERS_LISTED_MAX)
      return { orders, all }
    },
    undefined,
  )
  if (read === undefined) return undefined
  const open = read.all.filter(({ standing }) => standing === 'open')
  const paid = read.all.filter(({ standing }) => standing === 'paid' || standing === 'settled')
  return {
    open: {
      orders: open.length,
      cents: open.reduce((sum, { totalCents }) => sum + totalCents, 0n),
    },
    paid: paid.map(({ plate, standingSince }) => ({ plate, since: standingSince })),
    unread: stored ? undefined : ordersReadWords(read.orders, context.output, setting.zone),
  }
}
