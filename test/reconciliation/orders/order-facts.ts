/** What is told of an order of an order world, and a read of it that nobody waited for. */
import type { Client } from '../../../src/client/client.ts'
import type { ExceptionCode } from '../../../src/ledger/reports/report-exception-sources.ts'
import { openReportSource } from '../../../src/ledger/reports/report-source.ts'
import { readOrdersNow } from '../../../src/reconciliation/orders/following/read-orders-now.ts'
import { nowAt } from '../../support/now-at.ts'
import type { Approved, OrderWorld } from './order-world.ts'

export async function reportOf(world: OrderWorld, one: Approved) {
  const source = openReportSource(world.ledger.db, false)
  const at = world.now()
  const scope = await source.scope({
    id: one.plan.id,
    number: 1,
    fleetId: one.fleetId,
    campaignId: one.plan.campaignId,
    importId: null,
    startedAt: at,
    endedAt: at,
  } as Parameters<typeof source.scope>[0])
  return { source, scope, at }
}

/** The references of the exceptions with this code. */
export async function exceptionsOf(
  world: OrderWorld,
  one: Approved,
  code: ExceptionCode,
): Promise<string[]> {
  const { source, scope, at } = await reportOf(world, one)
  const pages = await Array.fromAsync(source.exceptions(scope, code, nowAt(at)))
  return pages.flat().map(({ reference }) => reference)
}

/** The order as the ledger has it after the read. */
export async function readNow(
  world: OrderWorld,
  id: string,
  client: Client,
  journaled: ReadonlyMap<string, number> = new Map(),
) {
  const known = await world.orders.find(id)
  const tools = { ...world.placing, client, journaled: async () => journaled }
  const { signal } = new AbortController()
  await readOrdersNow(tools, known === undefined ? [] : [known], { signal })
  return world.orders.find(id)
}
