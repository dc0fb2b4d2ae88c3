/** One order a job: it costs money and a slot. Proposals and approvals are made as they fall due. */
import { performEffect } from '../src/effects/perform-effect.ts'
import type { Fleet } from '../src/ledger/fleets/fleets.ts'
import { approveProposals } from '../src/reconciliation/orders/deciding/approve-proposals.ts'
import { orderStage } from '../src/reconciliation/orders/placing/place-order.ts'
import { proposeOrders } from '../src/reconciliation/orders/proposing/propose-orders.ts'
import { dueWithinQuota } from './due-effects.ts'
import { freeSlots } from './free-slots.ts'
import { merge, type Due, type Job } from './job.ts'
import type { Tools } from './tools.ts'

export const createOrder: Job<'create-order'> = {
  kind: 'create-order',
  concurrency: 2,
  attempts: 3,
  due: async (tools) => merge(await Promise.all(tools.fleets.map((fleet) => dueOf(tools, fleet)))),
  run: (tools, { effect }, { signal }) => {
    const stage = orderStage({ ...tools, ...tools.stores, bucket: tools.buckets.orders })
    return performEffect({ ...tools.effects, signal }, stage, effect)
  },
}

async function dueOf(tools: Tools, fleet: Fleet): Promise<Due> {
  const decided = await decideOrders(tools, fleet)
  const slots = await freeSlots(tools.gate, tools.buckets.orders)
  const due = await dueWithinQuota(tools, fleet, { kind: 'order', slots })
  const more = decided > 0 ? tools.clock.now() : null
  return {
    jobs: due.effects.map(({ id, epoch }) => ({
      kind: 'create-order',
      id: `order-${id}-${epoch}`,
      data: { effect: id },
    })),
    nextDueAtMs: more ?? due.nextDueAtMs,
  }
}

/** Proposals and approvals: how many answers and proposals were looked at. */
async function decideOrders(tools: Tools, fleet: Fleet): Promise<number> {
  const proposing = { ...tools, ...tools.stores, fleetId: fleet.id }
  await tools.stores.plans.wakeWaiting(fleet.id)
  const { considered } = await proposeOrders(proposing)
  return considered + (await approveProposals(proposing)).lookedAt
}
