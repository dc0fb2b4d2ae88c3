/**
 * Asks the provider about payment and settlement of an account's due orders, and expires those that
 * nobody paid in time. It runs before every read that shows them, so no timer is needed.
 */
import { instant } from '../../clock.ts'
import { type ChargeNews, PROVIDER_CALL_MS_MAX } from '../providers/payments.ts'
import type { ServiceTools } from '../service-tools.ts'
import type { AccountScope } from '../tenants/authenticate.ts'
import { applyNews, noteFor } from './apply-news.ts'
import { type AskedOrder, type LoadedCharge, loadCharges } from './load-charges.ts'
import { isOfMode } from './order-mode.ts'
import { orderExpiryMs } from './order-expiry.ts'
import { attemptMoves } from '../order-state.ts'
import { awaitProvider } from '../await-provider.ts'
import { ownedBy } from '../tenants/owned-by.ts'

/** Orders about which one read asks a simulated provider; the next read takes the rest. */
const SIMULATED_MAX = 500
/** Fewer for a live provider, which is asked about all of them at once over the network. */
const LIVE_MAX = 16

interface Only {
  readonly orderId?: string
  readonly vehicleId?: string
}

export async function advanceOrders(
  tools: ServiceTools,
  scope: AccountScope,
  only: Only = {},
): Promise<void> {
  if (tools.payments.mode === 'live') {
    return await awaitProvider(tools, advanceLive(tools, scope, only), only)
  }
  const rows = due(tools, scope, only, tools.clock.now()).limit(SIMULATED_MAX)
  for (const each of await loadCharges(tools.db, await rows.execute())) await advance(tools, each)
}

async function advanceLive(tools: ServiceTools, scope: AccountScope, only: Only): Promise<void> {
  const loaded = await loadCharges(tools.db, await claimDue(tools, scope, only))
  await Promise.all(loaded.map((each) => advance(tools, each)))
}

async function advance(tools: ServiceTools, loaded: LoadedCharge): Promise<void> {
  const nowMs = tools.clock.now()
  const told = await tools.payments.follow(loaded.charge, nowMs, noteFor(tools, loaded))
  // A pause begins when its request ended; else, after a time limit, it would be over already.
  const tookMs = tools.clock.now() - nowMs
  const news = told.lookAtMs === null ? told : { ...told, lookAtMs: told.lookAtMs + tookMs }
  await applyNews(tools, loaded, expired(tools, loaded, news, nowMs) ?? news)
}

/** Called with the provider's news, so that an order paid in the last minute does not expire. */
function expired(tools: ServiceTools, { order }: AskedOrder, news: ChargeNews, nowMs: number) {
  const expiresAtMs = orderExpiryMs(order, news.attempt.boletoDueDate, tools.timeZone)
  if (news.isUnanswered === true) return undefined
  if (news.status !== 'awaiting_payment' || expiresAtMs > nowMs) return undefined
  const { attempt } = news
  const next: readonly string[] = attemptMoves[attempt.status]
  const status = next.includes('expired') ? 'expired' : attempt.status
  const end = { status: 'expired', atMs: expiresAtMs, lookAtMs: null } as const
  return { ...news, ...end, attempt: { ...attempt, status } }
}

function due(tools: ServiceTools, scope: AccountScope, only: Only, nowMs: number) {
  let found = tools.db
    .selectFrom('service.payment_order')
    .selectAll()
    .where(ownedBy(scope))
    .where('move_at', '<=', new Date(nowMs))
    .where(isOfMode(tools.payments.mode))
    .orderBy('move_at')
  if (only.orderId !== undefined) found = found.where('id', '=', only.orderId)
  if (only.vehicleId !== undefined) found = found.where('vehicle_id', '=', only.vehicleId)
  return found
}

/** Claims due orders, so that two readers never ask a live provider about one at the same time. */
async function claimDue(tools: ServiceTools, scope: AccountScope, only: Only) {
  const nowMs = tools.clock.now()
  const chosen = due(tools, scope, only, nowMs).clearSelect().select('id').limit(LIVE_MAX)
  return await tools.db
    // Materialized, because PostgreSQL may run a plain subquery again and lock more than the limit.
    .with(
      (name) => name('chosen').materialized(),
      () => chosen.forUpdate().skipLocked(),
    )
    .updateTable('service.payment_order')
    .set({ move_at: instant(nowMs + PROVIDER_CALL_MS_MAX) })
    .where('id', 'in', (query) => query.selectFrom('chosen').select('id'))
    .where(ownedBy(scope))
    .returningAll()
    .execute()
}
