/**
 * Looks up one card payment whose outcome nobody knows. No card is here, so nothing can be sent;
 * one that was planned and never left waits for the next `frota orders pay`.
 */
import { performEffect } from '../src/effects/perform-effect.ts'
import type { Fleet } from '../src/ledger/fleets.ts'
import { payStage } from '../src/reconciliation/orders/paying/pay-order.ts'
import { merge } from './job.ts'
import type { Due, Job } from './job.ts'
import type { Tools } from './tools.ts'

/** Look-ups in one sweep; each was a person at a terminal. */
const LOOK_UPS_MAX = 20

export const lookUpPayment: Job<'look-up-payment'> = {
  kind: 'look-up-payment',
  concurrency: 1,
  attempts: 3,
  due: async (tools) => merge(await Promise.all(tools.fleets.map((fleet) => dueOf(tools, fleet)))),
  run: (tools, { effect }, { signal }) => {
    const stage = payStage({ ...tools, ...tools.stores, bucket: tools.buckets.orders })
    return performEffect({ ...tools.effects, signal }, stage, effect)
  },
}

async function dueOf({ stores, clock }: Tools, fleet: Fleet): Promise<Due> {
  const { lookUps, nextInMs } = await stores.effects.due(fleet.id, 'pay', LOOK_UPS_MAX)
  return {
    jobs: lookUps.map(({ id, epoch }) => ({
      kind: 'look-up-payment',
      id: `payment-${id}-${epoch}`,
      data: { effect: id },
    })),
    nextDueAtMs: nextInMs === null ? null : clock.now() + nextInMs,
  }
}
