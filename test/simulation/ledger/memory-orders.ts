/** Orders in memory, and what each of them holds. */
import type { FollowedOrder, HeldDebt } from '../../../src/ledger/orders/orders.ts'
import type { OrderStore } from '../../../src/ledger/orders/orders-sql.ts'
import { newEvents } from '../../../src/ledger/orders/order-events-sql.ts'
import { dueChunks } from './due-chunks.ts'
import type { OrderRow, Rows } from './rows.ts'
import { partOf, type Tables } from './tables.ts'

export function memoryOrders(tables: Tables, rows: Rows): OrderStore {
  const { orders } = rows
  const followed = (fleetId: string): OrderRow[] =>
    orders
      .where((order) => order.fleetId === fleetId && order.nextReadAt !== null)
      .filter((order) => ['open', 'paid', 'unknown'].includes(order.standing))
      .toSorted((a, b) => readMs(a) - readMs(b) || a.seq - b.seq)
  return partOf<OrderStore>('orders', {
    transaction: (work) => tables.transaction(work),
    record: async (order) => {
      if (orders.get(order.id) !== undefined) throw new Error(`The order ${order.id} exists.`)
      const told = newEvents([], order.events).map(({ event }) => event)
      const unread = { reads: 0, renewals: 0, renewedAt: null, renewalUntil: null, told }
      const settlements: ReadonlyMap<string, string> = new Map()
      const { at: readAt } = order
      orders.put(order.id, { ...order, ...unread, readAt, settlements, seq: rows.seq() })
    },
    recorded: async (ids) => {
      const known = ids.flatMap((id) => {
        const order = orders.get(id)
        return order === undefined ? [] : [order]
      })
      return new Map(known.map((order) => [order.id, heldBy(rows, order)]))
    },
    due: async (fleetId, at) => {
      const all = followed(fleetId)
      const due = all.filter((order) => readMs(order) <= at.getTime())
      const nextReadAt = due.length > 0 ? null : (all[0]?.nextReadAt ?? null)
      return { chunks: dueChunks(due), nextReadAt }
    },
    chunk: async (fleetId, _chunk, at) => {
      const due = followed(fleetId).filter((order) => readMs(order) <= at.getTime())
      return due.map((order) => shown(rows, order))
    },
    find: async (id) => {
      const order = orders.get(id)
      return order === undefined ? undefined : shown(rows, order)
    },
    update: async (facts, { nextReadAt, at: readAt, since, items = [] }) => {
      const order = orders.get(facts.id)
      if (order === undefined) return false
      const { reads, readAt: known } = order
      const isSame = reads === since?.reads && known.getTime() === since.readAt.getTime()
      if (since !== undefined && !isSame) return false
      const next = nextReadAt === undefined ? {} : { nextReadAt, reads: reads + 1 }
      const said = items.map(({ itemId, settlement }) => [itemId, settlement] as const)
      const settlements = new Map([...order.settlements, ...said])
      orders.patch(facts.id, { ...factsOf(facts), ...next, readAt, settlements })
      return true
    },
    tellEvents: async (id, events) => {
      const told = orders.get(id)?.told ?? []
      const added = newEvents(told, events)
      orders.patch(id, { told: [...told, ...added.map(({ event }) => event)] })
      return added
    },
    // The audit log is compared by the ledger's own tests.
    auditEvents: async () => undefined,
    claimRenewal: async (id, { renewals, at, until }) => {
      const order = orders.get(id)
      if (order === undefined || order.renewals !== renewals) return false
      if (order.renewalUntil !== null && order.renewalUntil > at) return false
      orders.patch(id, { renewals: renewals + 1, renewedAt: at, renewalUntil: until })
      return true
    },
    postpone: async (id, nextReadAt) => {
      const order = orders.get(id)
      if (order !== undefined) orders.patch(id, { nextReadAt, reads: order.reads + 1 })
    },
    debtsOfItems: async (vehicleId, itemIds) => {
      const named = rows.items.where(({ itemId }) => itemIds.includes(itemId))
      const held = named.flatMap(({ itemId, debtId }) => {
        const isOwn = rows.debts.get(debtId)?.vehicleId === vehicleId
        return isOwn ? heldItem(rows, { itemId, debtId }) : []
      })
      return new Map(held.map((one) => [one.itemId, one]))
    },
  })
}

const readMs = (order: OrderRow): number => order.nextReadAt?.getTime() ?? Infinity

function heldItem(rows: Rows, of: { itemId: string; debtId: string }): HeldDebt[] {
  const debt = rows.debts.get(of.debtId)
  if (debt === undefined) return []
  const { fingerprint, kind, description, year, dueDate, shown: isShown } = debt
  return [{ ...of, fingerprint, kind, description, year, dueDate, shown: isShown }]
}

function heldBy(rows: Rows, order: OrderRow): HeldDebt[] {
  return order.items.flatMap(({ itemId, debtId }) => heldItem(rows, { itemId, debtId }))
}

/** Only what the service says: the row's own columns are not the facts' to change. */
function factsOf(facts: Parameters<OrderStore['update']>[0]): Partial<OrderRow> {
  const {
    items: _items,
    planId: _plan,
    effectId: _effect,
    vehicleId: _vehicle,
    ...said
  } = facts as Partial<OrderRow>
  return said
}

function shown(rows: Rows, order: OrderRow): FollowedOrder {
  const vehicle = rows.vehicles.get(order.vehicleId)
  return {
    ...order,
    vehicleServiceId: vehicle?.serviceId ?? null,
    // Nobody else orders in the simulation.
    hasForeign: false,
    planState: rows.plans.get(order.planId)?.state ?? null,
    inFleet: vehicle?.inFleet ?? false,
    isFreed: false,
    createdAt: order.at,
    items: order.items
      .map(({ itemId, debtId }) => {
        return { itemId, debtId, settlement: order.settlements.get(itemId) ?? '' }
      })
      .toSorted((a, b) => (a.itemId < b.itemId ? -1 : 1)),
    paymentInDoubt: false,
  }
}
