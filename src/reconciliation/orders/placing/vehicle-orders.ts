/** Reads every order of a vehicle, all pages and statuses, each with what it holds. */
import type { Client } from '../../../client/client.ts'
import type { Order, OrderItem, OrderQuery } from '../../../contract/order.ts'
import { PAGE_SIZE_MAX } from '../../../contract/limits.ts'
import { checkedCents } from '../../../fleet/money.ts'
import type { Debt } from '../../../ledger/debts/debts.ts'
import type { DebtStore } from '../../../ledger/debts/debts-sql.ts'
import type { HeldDebt } from '../../../ledger/orders/orders.ts'
import type { OrderStore } from '../../../ledger/orders/orders-sql.ts'
import type { HeldItem, HeldOrder } from './match-orders.ts'
import { instantOf } from '../order-events.ts'
import { meaningOf, standingOf, type OrderStatuses } from '../order-statuses.ts'

export interface ReadOrder extends HeldOrder {
  readonly order: Order
  /** The ledger recorded it: it is the doing of an earlier effect. */
  readonly recorded: boolean
}

interface ReadingOrders {
  readonly client: Pick<Client, 'pages' | 'read'>
  readonly orders: Pick<OrderStore, 'recorded' | 'debtsOfItems'>
  readonly debts: Pick<DebtStore, 'ofVehicle'>
  readonly statuses: OrderStatuses
}

export async function ordersOfVehicle(
  client: Pick<Client, 'pages'>,
  query: { readonly vehicle_id: string } & Pick<OrderQuery, 'created_after'>,
  signal?: AbortSignal,
): Promise<Order[]> {
  const orders = new Map<string, Order>()
  const wanted = query.vehicle_id.toLowerCase()
  const request = { query: { ...query, page_size: PAGE_SIZE_MAX } }
  for await (const page of client.pages('listOrders', request, { signal })) {
    // An order that moves between pages comes twice; one of another vehicle is ignored.
    for (const order of page) {
      if (order.vehicle_id.toLowerCase() === wanted) orders.set(order.id.toLowerCase(), order)
    }
  }
  return [...orders.values()]
}

/**
 * What each order holds: as it shows itself, in the list or alone, else as the ledger recorded it
 * when it was made. The interface does not promise that an order shows its items.
 */
export async function withHeld(
  tools: ReadingOrders,
  vehicleId: string,
  orders: readonly Order[],
): Promise<ReadOrder[]> {
  const recorded = await tools.orders.recorded(orders.map((order) => order.id.toLowerCase()))
  const read: Order[] = []
  for (const order of orders) read.push(await withItems(tools, recorded, order))
  const shown = read.flatMap((order) => order.items ?? [])
  const ids = shown.map((item) => item.debt_item_id.toLowerCase())
  const known = await tools.orders.debtsOfItems(vehicleId, ids)
  const held = read.map((order) => {
    const own = recorded.get(order.id.toLowerCase())
    // What the ledger recorded goes first: an item's answer may have taken it for an equal one.
    const debts = new Map([...known, ...(own ?? []).map((one) => [one.itemId, one] as const)])
    const held =
      order.items?.map((item) => shownItem(tools.statuses, item, debts)) ?? own?.map(recordedItem)
    const { id, status } = order
    const standing = standingOf(tools.statuses, status)
    return { id, status, standing, held: held ?? null, order, recorded: !!own }
  })
  if (!held.some(isPaidElsewhere)) return held
  return withGoneEquals(held, await tools.debts.ofVehicle(vehicleId))
}

/**
 * Orders that others made and paid, each of equal debts with the one that left since, not with one
 * that a later answer shows: an answer tells equal debts apart by their places alone, so the one
 * that stayed may have been taken for the one that was paid.
 */
function withGoneEquals(orders: readonly ReadOrder[], known: readonly Debt[]): ReadOrder[] {
  const paid = orders.filter((one) => isPaidElsewhere(one))
  const named = new Set(paid.flatMap(({ held }) => (held ?? []).map(({ debt }) => debt?.id)))
  const gone = known.filter(({ id, state }) => state === 'gone' && !named.has(id))
  const goneEqual = (held: HeldItem, since: Date | null): HeldItem => {
    const shown = known.find(({ id }) => id === held.debt?.id)
    if (shown === undefined || since === null || held.refused === true) return held
    const { fingerprint, lastSeenAt } = shown
    const isEqual = (debt: Debt): boolean =>
      debt.fingerprint === fingerprint && debt.stateSince > since && debt.stateSince <= lastSeenAt
    const left = gone.find(isEqual)
    if (left !== undefined) gone.splice(gone.indexOf(left), 1)
    return left === undefined ? held : { ...held, debt: left }
  }
  return orders.map((one) => {
    if (one.held === null || !isPaidElsewhere(one)) return one
    const since = instantOf(one.order.created_at)
    return { ...one, held: one.held.map((held) => goneEqual(held, since)) }
  })
}

function isPaidElsewhere({ recorded, standing }: ReadOrder): boolean {
  return !recorded && (standing === 'paid' || standing === 'settled')
}

/** What the ledger keeps of an order that is not ours. */
export function seenFacts({ id, status, standing, order }: ReadOrder) {
  const totalCents = checkedCents(order.total_amount)
  return { id, method: order.method, status, standing, totalCents }
}

/** Reads the order alone if the list omits its items, unless it is dead or the ledger has it. */
async function withItems(
  { client, statuses }: Pick<ReadingOrders, 'client' | 'statuses'>,
  recorded: ReadonlyMap<string, unknown>,
  order: Order,
): Promise<Order> {
  const isKnown = recorded.has(order.id.toLowerCase())
  if (order.items !== undefined || isKnown) return order
  if (standingOf(statuses, order.status) === 'dead') return order
  return (await client.read('getOrder', { params: { order_id: order.id } })) ?? order
}

function shownItem(statuses: OrderStatuses, item: OrderItem, known: ReadonlyMap<string, HeldDebt>) {
  const itemId = item.debt_item_id.toLowerCase()
  const debt = known.get(itemId)
  return {
    itemId,
    kind: item.kind,
    description: item.description ?? '',
    year: item.year === 0 ? null : (item.year ?? null),
    dueDate: item.due_date ?? null,
    debt: debt === undefined ? null : debtOf(debt),
    refused: meaningOf(statuses, 'item', item.settlement_status ?? '') === 'refused',
  }
}

function recordedItem(held: HeldDebt): HeldItem {
  return { ...held, debt: debtOf(held) }
}

function debtOf({ debtId, fingerprint, shown }: HeldDebt): HeldItem['debt'] {
  return { id: debtId, fingerprint, shown }
}
