/** What a person says about a case of an order world, as `frota orders resolve` would say it. */
import type { Client } from '../../../src/client/client.ts'
import { appendAudit } from '../../../src/ledger/audit/audit.ts'
import { openForeignOrderStore } from '../../../src/ledger/orders/foreign-orders.ts'
import { findCase } from '../../../src/reconciliation/orders/resolving/resolve-case.ts'
import type { Choice } from '../../../src/reconciliation/orders/resolving/resolve-choices.ts'
import { resolveCase } from '../../../src/reconciliation/orders/resolving/resolve-order.ts'
import type { ResolvingTools } from '../../../src/reconciliation/orders/resolving/resolve-order.ts'
import { reviewCase } from '../../../src/reconciliation/orders/resolving/review-case.ts'
import type { OrderWorld } from './order-world.ts'

export function openResolveWorld(world: OrderWorld) {
  const { ledger } = world.asking
  const foreign = openForeignOrderStore(ledger.db)
  const tools: ResolvingTools = {
    ...world.placing,
    plans: world.plans,
    orders: world.orders,
    debts: ledger.debts,
    effects: world.engine.store,
    foreign,
    audit: appendAudit,
  }
  /** `done`, or why not. */
  const resolve = async (id: string, choice: Choice, { client }: { client?: Client } = {}) => {
    const given = client === undefined ? tools : { ...tools, client }
    const found = await findCase(given, id)
    if (typeof found === 'string') return found
    const reviewed = await reviewCase(given, found, choice)
    if (!reviewed.can) {
      const { refusal } = reviewed
      return 'about' in refusal ? `${refusal.why}: ${refusal.about}` : refusal.why
    }
    const at = new Date(tools.clock.now())
    const by = { who: 'Ana', reason: 'checked at the service', at }
    return (await resolveCase(given, found, choice, reviewed.review, by)) ? 'done' : 'moved'
  }
  return {
    foreign,
    tools,
    resolve,
    /** What the audit log says, newest last: "what actor". */
    told: async () => {
      const rows = await ledger.db
        .selectFrom('frota.audit')
        .select(['what', 'actor'])
        .orderBy('seq')
        .execute()
      return rows.map(({ what, actor }) => `${what} ${actor}`)
    },
  }
}
