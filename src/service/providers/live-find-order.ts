/** Looks among the orders of the other service for one that nobody here knows to be there. */
import { instant } from '../../clock.ts'
import { PAGE_SIZE_MAX } from '../../contract/limits.ts'
import type { Order, OrderStatus } from '../../contract/order.ts'
import { askLive, type LiveService } from './live-answer.ts'
import type { KnownOrders } from './live-known-orders.ts'
import { holdsDebts } from './live-order.ts'
import { PAYABLE_MS, type Charge } from './payments.ts'

export interface OrderSearch extends LiveService {
  readonly knownOrders: KnownOrders
  /** Orders that this process gave to one of ours: their id there to our id. */
  readonly given: Map<string, string>
  readonly forgotten: ForgottenOrders | undefined
}

/** Orders that a restored backup does not know: made after it and before the restoration. */
export interface ForgottenOrders {
  readonly fromMs: number
  readonly toMs: number
}

export type FoundOrder =
  | { readonly found: 'order'; readonly order: Order; readonly isAlone: boolean }
  | { readonly found: 'none' }
  | { readonly found: 'unknown'; readonly retryAfterMs: number | null }

/** At 30 orders an hour eight days hold fewer. */
const PAGES_MAX = 60
const DAY_MS = 86_400_000
/** Their clock may be behind ours by this much, in milliseconds. */
const SKEW_MS = 300_000
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
    if (listed.got !== 'body') {
      return {
        found: 'unknown',
        retryAfterMs: listed.got === 'limited' ? listed.retryAfterMs : null,
      }
    }
    matching.push(...listed.body.results.filter((order) => isLike(charge, order, fromMs)))
    if (listed.body.next === null) return await choose(search, charge, matching)
  }
  search.log.error({ count: PAGES_MAX }, 'more pages of orders than are looked through')
  return { found: 'unknown', retryAfterMs: null }
}

/** The oldest that is nobody else's, so that of twins each finds its own. */
async function choose(
  { knownOrders, given }: OrderSearch,
  charge: Charge,
  matching: readonly Order[],
): Promise<FoundOrder> {
  const known = await knownOrders(matching.map(({ id }) => id.toLowerCase()))
  const free = new Map(
    matching
      .map((order) => [order.id.toLowerCase(), order] as const)
      .filter(([id]) => !known.has(id) && (given.get(id) ?? charge.orderId) === charge.orderId),
  )
  const [first] = [...free].toSorted(([, a], [, b]) => madeAt(a) - madeAt(b))
  if (first === undefined) return { found: 'none' }
  const [id, order] = first
  given.set(id, charge.orderId)
  return { found: 'order', order, isAlone: free.size === 1 }
}

/** The same debts by the same method, not made before ours was; a forgotten one must be alive. */
function isLike(charge: Charge, order: Order, fromMs: number): boolean {
  if (order.method !== charge.method || order.items === undefined) return false
  const sinceMs = OVER.has(order.status) ? charge.createdAtMs : fromMs
  return madeAt(order) >= sinceMs - SKEW_MS && holdsDebts(charge, order.items)
}

/** An order that does not say when it was made may be ours. */
function madeAt({ created_at }: Order): number {
  const ms = Date.parse(created_at ?? '')
  return Number.isNaN(ms) ? Number.MAX_SAFE_INTEGER : ms
}
