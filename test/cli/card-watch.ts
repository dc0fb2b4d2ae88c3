/** What a test of card payments sees: requests on their way, and what the ledger and the log say. */
import type { Client } from '../../src/client/client.ts'
import type { Order } from '../../src/contract/order.ts'
import { changingOrders } from '../reconciliation/orders/changed-client.ts'
import type { Approved } from '../reconciliation/orders/order-world.ts'
import type { CardWorld } from './card-world.ts'

export function watchCards({ orders }: CardWorld) {
  /** Counts card payments on their way, and may change what becomes of the answer. */
  function watching(
    what: {
      change?: (order: Order) => Order
      loses?: boolean
      before?: () => void
    } = {},
  ): Client & { readonly sent: { count: number } } {
    const { client } = orders.asking
    const sent = { count: 0 }
    const changed = what.change === undefined ? client : changingOrders(client, what.change)
    const call: Client['call'] = async (operation, request, options) => {
      if (operation !== 'payCard') return changed.call(operation, request, options)
      sent.count += 1
      what.before?.()
      const result = await client.call(operation, request, options)
      return what.loses === true ? { outcome: 'in-doubt', why: 'cut' } : result
    }
    return { ...changingOrders(changed, (order) => order), call, sent }
  }

  const serviceOrders = (one: Approved): Promise<Order[]> => orders.ordersAt(one.serviceId)
  const listed = async (one: Approved) => (await orders.orders.list(one.fleetId, 10))[0]
  const debtsAre = (one: Approved): Promise<Set<string>> =>
    orders.states(
      one,
      one.plan.items.map(({ debtId }) => debtId),
    )
  const uses = async (one: Approved) => {
    const { rows } = await orders.asking.ledger.database.pool.query<{
      units: number
      state: string
    }>(
      `select units, state from frota.quota_use where purpose in
       (select id::text from frota.effect where vehicle_id = $1 and kind in ('order', 'pay'))
     order by reserved_at`,
      [one.vehicleId],
    )
    return rows
  }
  const payEffects = async (one: Approved) => {
    const { rows } = await orders.asking.ledger.database.pool.query<{
      id: string
      state: string
      active: boolean
    }>(
      `select id, state, active from frota.effect where vehicle_id = $1 and kind = 'pay' order by seq`,
      [one.vehicleId],
    )
    return rows
  }
  const audit = async (one: Approved) => {
    const { rows } = await orders.asking.ledger.database.pool.query<{
      actor: string
      what: string
      facts: string
    }>(
      `select actor, what, facts from frota.audit
     where vehicle_id = $1 and what like 'payment-%' order by seq`,
      [one.vehicleId],
    )
    return rows
  }

  return { watching, serviceOrders, listed, debtsAre, uses, payEffects, audit }
}
