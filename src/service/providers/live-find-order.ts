/** Looks among the orders of the other service for one that nobody here knows to be there. */
import { instant, type Clock } from '../../clock.ts'
import { parseCents } from '../../fleet/money.ts'
import { PAGE_SIZE_MAX } from '../../contract/limits.ts'
import type { Order, OrderStatus } from '../../contract/order.ts'
import { askLive, type LiveAnswer, type LiveService } from './live-answer.ts'
import type { KnownOrders } from './live-known-orders.ts'
import { holdsDebts } from './live-order.ts'
import { SKEW_MS } from './live-pace.ts'
import { PAYABLE_MS, type Charge } from './payments.ts'

export interface OrderSearch extends LiveService {
  readonly clock: Clock
  readonly knownOrders: KnownOrders
  /** Orders that this process gave to one of ours: their id there to our id. */
  readonly given: Map<string, string>
  /** Undefined where no backup was restored lately. */
  readonly forgotten: ForgottenOrders | undefined
  /** Their words for what became of an order in ours. */
  readonly inOurWords: (order: Order) => Order
}

/** Orders that a restored backup does not know: made after it and before the restoration. */
export interface ForgottenOrders {
  readonly fromMs: number
  readonly toMs: number
}

interface UnknownOrder {
  readonly found: 'unknown'
  readonly answer: LiveAnswer<unknown>
}

export type FoundOrder =
  | { readonly found: 'order'; readonly order: Order; readonly isAlone: boolean }
  /** `paid`: one that may be paid, and may be of another account of ours. */
  | { readonly found: 'none' | 'paid' }
  | UnknownOrder

/** At 30 orders an hour eight days hold fewer. */
const PAGES_MAX = 60
/** Orders that are read because their rows show no debts. */
const READS_MAX = 50
const DAY_MS = 86_400_000
/** Orders after which the same debts may be ordered again. */
const OVER: ReadonlySet<string> = new Set<OrderStatus>(['expired', 'failed', 'refunded'])

/** Whether the order may be there although this database never sent it. */
export function mayBeForgotten({ forgotten }: OrderSearch, charge: Charge): boolean {
  return forgotten !== undefined && charge.createdAtMs < forgotten.toMs + PAYABLE_MS
}

/** All orders of the method since the day before: in which zone their days are is not stated. */
export async function findOrder(search: OrderSearch, charge: Charge): Promise<FoundOrder> {
  const forgottenMs = mayBeForgotten(search, charge) ? search.forgotten?.fromMs : undefined
  const fromMs = Math.max(forgottenMs ?? charge.createdAtMs, charge.createdAtMs - PAYABLE_MS)
  const created_after = instant(fromMs - DAY_MS).slice(0, 10)
  const matching: Order[] = []
  for (let page = 1; page <= PAGES_MAX; page++) {
    const { method } = charge
    const query = { method, created_after, page, page_size: PAGE_SIZE_MAX }
    const listed = await askLive(search, 'listOrders', { query })
    if (listed.got !== 'body') return unknown(listed)
    matching.push(
      ...listed.body.results
        .map(search.inOurWords)
        .filter((order) => isLike(charge, order, fromMs)),
    )
    if (listed.body.next === null) return await choose(search, charge, matching, fromMs)
  }
  search.log.error({ count: PAGES_MAX }, 'more pages of orders than are looked through')
  return unknown({ got: 'doubt' })
}

/**
 * The oldest that is nobody else's, so that of twins each finds its own; but one that may be paid
 * before any that waits to be, or its debts would be paid again. Of a vehicle that another account
 * has too, no forgotten one: whoever made it has been shown its code.
 */
async function choose(
  search: OrderSearch,
  charge: Charge,
  matching: readonly Order[],
  fromMs: number,
): Promise<FoundOrder> {
  const { knownOrders, given, forgotten } = search
  const ids = matching.map(({ id }) => id.toLowerCase())
  const { known, isShared } = await knownOrders(ids, charge.orderId)
  const isFree = (order: Order): boolean => {
    const id = order.id.toLowerCase()
    return !known.has(id) && (given.get(id) ?? charge.orderId) === charge.orderId
  }
  const read = await withItems(search, matching.filter(isFree))
  if ('found' in read) return read
  // Meanwhile another search may have been given one of them.
  const like = read.filter(isFree).filter((order) => isLike(charge, order, fromMs))
  const isOurs = ({ created_at }: Order): boolean =>
    !isShared || !forgotten || Date.parse(created_at ?? '') > forgotten.toMs + SKEW_MS
  const free = new Map(like.filter(isOurs).map((order) => [order.id.toLowerCase(), order] as const))
  const [first] = [...free].toSorted(
    ([, a], [, b]) => stageOf(a) - stageOf(b) || madeAt(a) - madeAt(b),
  )
  if (first === undefined)
    return { found: like.some((order) => stageOf(order) === 0) ? 'paid' : 'none' }
  const [id, order] = first
  given.set(id, charge.orderId)
  return { found: 'order', order, isAlone: free.size === 1 }
}

/** A row of their list need not show its debts: then the order is read, and must show them. */
async function withItems(
  search: OrderSearch,
  rows: readonly Order[],
): Promise<readonly Order[] | UnknownOrder> {
  const read = rows.filter(({ items }) => items !== undefined)
  const bare = rows.filter(({ items }) => items === undefined)
  if (bare.length > READS_MAX) {
    search.log.error({ count: READS_MAX }, 'more orders without debts than are read')
    return unknown({ got: 'doubt' })
  }
  for (const row of bare) {
    const answer = await askLive(search, 'getOrder', { params: { order_id: row.id } })
    if (answer.got !== 'body' || answer.body.items === undefined) return unknown(answer)
    read.push(search.inOurWords(answer.body))
  }
  return read
}

const unknown = (answer: LiveAnswer<unknown>): UnknownOrder => ({ found: 'unknown', answer })

/** By the same method, perhaps of the same debts, not made before ours; a forgotten one is alive. */
function isLike(charge: Charge, order: Order, fromMs: number): boolean {
  if (order.method !== charge.method) return false
  const sinceMs = OVER.has(order.status) ? charge.createdAtMs : fromMs
  if (madeAt(order) < sinceMs - SKEW_MS) return false
  if (order.items !== undefined) return holdsDebts(charge, order.items)
  const total = parseCents(order.total_amount)
  return order.plate === charge.plate || (total.ok && total.value === charge.totalCents)
}

function stageOf({ status }: Order): number {
  if (OVER.has(status)) return 2
  return status === 'awaiting_payment' ? 1 : 0
}

/** An order that does not say when it was made may be ours. */
function madeAt({ created_at }: Order): number {
  const ms = Date.parse(created_at ?? '')
  return Number.isNaN(ms) ? Number.MAX_SAFE_INTEGER : ms
}
