/** A few orders a job: each costs money and a slot. Proposals and approvals are made as they fall due. */
import { claimEffects } from '../src/effects/perform-effect.ts'
import { shareOf } from '../src/queue/share-jobs.ts'
import type { Fleet } from '../src/ledger/fleets/fleets.ts'
import { answerWait } from '../src/reconciliation/orders/proposing/still-chosen.ts'
import { approveProposals } from '../src/reconciliation/orders/deciding/approve-proposals.ts'
import { orderStage } from '../src/reconciliation/orders/placing/place-order.ts'
import { proposeOrders } from '../src/reconciliation/orders/proposing/propose-orders.ts'
import { dueWithinQuota } from './due-effects.ts'
import { freeSlots } from './free-slots.ts'
import { merge, type Due, type Job } from './job.ts'
import { takeTurns } from './take-turns.ts'
import type { Tools } from './tools.ts'

/** Orders at once of one process. */
const AT_ONCE = 2

export const createOrders: Job<'create-orders'> = {
  kind: 'create-orders',
  concurrency: AT_ONCE,
  attempts: 3,
  due: async (tools) => merge(await Promise.all(tools.fleets.map((fleet) => dueOf(tools, fleet)))),
  run: async (tools, { effects }, context) => {
    const stage = orderStage({ ...tools, ...tools.stores, bucket: tools.buckets.orders })
    const { signal } = context
    const claimed = await claimEffects({ ...tools.effects, signal }, stage, effects)
    return takeTurns(tools, claimed, effects, context)
  },
}

async function dueOf(tools: Tools, fleet: Fleet): Promise<Due> {
  const decided = await decideOrders(tools, fleet)
  const slots = await freeSlots(tools.gate, tools.buckets.orders)
  const due = await dueWithinQuota(tools, fleet, { kind: 'order', slots })
  const more = decided > 0 ? tools.clock.now() : null
  return {
    jobs: due.effects.map(({ id, epoch }) => ({
      kind: 'create-orders',
      id: `order-${id}-${epoch}`,
      data: { effect: id },
      share: shareOf(due.effects.length, AT_ONCE),
    })),
    nextDueAtMs: more ?? due.nextDueAtMs,
  }
}

/** Proposals and approvals: how many answers and proposals were looked at. */
async function decideOrders(tools: Tools, fleet: Fleet): Promise<number> {
  const proposing = { ...tools, ...tools.stores, fleetId: fleet.id }
  await tools.stores.plans.renewWaits(fleet.id, answerWait(tools))
  const { considered } = await proposeOrders(proposing)
  return considered + (await approveProposals(proposing)).lookedAt
}
