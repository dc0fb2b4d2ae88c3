/** How the fleet's orders stand, for the pages. */
import type { OrdersNow } from '../../console/console-tools.ts'
import { ORDERS_LISTED_MAX } from '../../ledger/orders/orders.ts'
import type { CommandContext } from '../context.ts'
import { ordersReadWords } from '../orders/orders-read-words.ts'
import { GLANCE, readOpenOrders } from '../orders/read-open-orders.ts'
import type { OpenLedger } from '../run/open-ledger.ts'

interface KnownLedger {
  readonly fleets: Pick<OpenLedger['fleets'], 'find'>
  readonly stores: Pick<OpenLedger['stores'], 'orders'>
}

/** Open orders are read at the service first; undefined before the fleet's first import. */
export async function ordersForPages(
  context: CommandContext,
  ledger: OpenLedger,
): Promise<OrdersNow | undefined> {
  const { output, config } = context
  const fleet = await ledger.fleets.find(config.FROTA_FLEET)
  if (fleet === undefined) return undefined
  const read = await readOpenOrders(context, ledger, fleet, GLANCE)
  const now = await knownOrders(context, ledger)
  const unread = ordersReadWords(read, output, config.FROTA_TIME_ZONE)
  return now === undefined ? undefined : { ...now, unread }
}

/** As the ledger has them: while a run of this process works, which reads them itself. */
export async function knownOrders(
  { config }: CommandContext,
  { fleets, stores }: KnownLedger,
): Promise<OrdersNow | undefined> {
  const fleet = await fleets.find(config.FROTA_FLEET)
  if (fleet === undefined) return undefined
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
