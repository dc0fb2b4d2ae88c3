/** Bugs in what may be ordered, what is shown for payment, and what a slot is worth. */
import type { SlotRequest } from '../../../src/quota/gate.ts'
import { planHash } from '../../../src/reconciliation/orders/proposing/plan-hash.ts'
import { ACCOUNT, type SimulatedStores } from '../ledger/ledger.ts'
import type { Plant } from './plant.ts'
import { partly } from './sending.ts'

const FOREVER_MS = 10 * 365 * 24 * 3_600_000

/** Whatever a debt costs now is what was approved. */
function anyAmount(stores: SimulatedStores): SimulatedStores {
  const { plans, debts } = stores
  return {
    ...stores,
    plans: partly(plans, {
      find: async (planId, tx) => {
        const plan = await plans.find(planId, tx)
        if (plan === undefined || tx !== undefined) return plan
        const planned = new Set(plan.items.map(({ debtId }) => debtId))
        const shown = await debts.shown([plan.vehicleId])
        const items = shown.filter(({ id }) => planned.has(id))
        return { ...plan, hash: planHash({ ...plan, accountId: ACCOUNT, items }) }
      },
    }),
  }
}

/** A new answer comes while an order is still under way. */
const restless = { campaigns: 3, campaignEachMs: 20 * 60_000, freshnessDays: 0 } as const

export const decidingPlants: readonly Plant[] = [
  {
    name: 'no vehicle lock',
    bug: 'an approval locks nothing, and its debts stay open',
    rules: ['one-live-plan'],
    wrapping: {
      stores: (stores) => ({
        ...stores,
        debts: partly(stores.debts, {
          move: (move, tx) => {
            const isTaken = move.to === 'approved' || move.to === 'ordered'
            return stores.debts.move(isTaken ? { ...move, to: 'open' } : move, tx)
          },
        }),
      }),
    },
    rows: (rows) => ({ ...rows, locks: { ...rows.locks, get: () => undefined } }),
    changes: { ...restless, campaignEachMs: 2 * 3_600_000, events: 10 },
    seedsMax: 300,
  },
  {
    name: 'approval of a changed amount',
    bug: 'an approved plan is ordered at the price of now',
    rules: ['approved-amount'],
    wrapping: { stores: anyAmount },
    changes: { ...restless, events: 10, sendFaultShare: 0.6 },
    seedsMax: 1_000,
    seedsFrom: 240,
  },
  {
    name: 'quarantined order shown',
    bug: 'the pay gate opens for an order that is not what was asked for',
    rules: ['pay-gate'],
    wrapping: {
      stores: (stores) => ({
        ...stores,
        orders: partly(stores.orders, {
          record: (order, tx) => stores.orders.record({ ...order, gate: 'open' }, tx),
          update: (facts, read, tx) => stores.orders.update({ ...facts, gate: 'open' }, read, tx),
        }),
      }),
    },
    changes: { sendFaultShare: 0.6 },
    seedsMax: 300,
  },
  {
    name: 'slot refunded on timeout',
    bug: 'a request without an answer gives its slot back',
    rules: ['quota'],
    wrapping: {
      effects: ({ store, ...tools }) => ({
        ...tools,
        store: partly(store, {
          settle: (id, epoch, { slotEnding, ...move }, record) => {
            const isLost = slotEnding === 'in-doubt'
            const told = isLost ? 'never-sent' : slotEnding
            return store.settle(id, epoch, told ? { ...move, slotEnding: told } : move, record)
          },
        }),
      }),
    },
    changes: { vehicles: 4, sendFaultShare: 0.6, consultationsPerHour: 2, ordersPerHour: 2 },
    seedsMax: 300,
  },
  {
    name: 'one slot for two requests',
    bug: 'a slot that was had once is used again',
    rules: ['slot-per-request', 'quota'],
    wrapping: {
      effects: (tools) => {
        const useIds = new Map<string, string>()
        return {
          ...tools,
          gate: {
            withSlot: (request: SlotRequest, use) =>
              tools.gate.withSlot(request, (slot) => {
                const useId = useIds.get(String(request.bucket)) ?? slot.useId
                useIds.set(String(request.bucket), useId)
                return use({ ...slot, useId })
              }),
          },
        }
      },
    },
    seedsMax: 50,
  },
  {
    name: 'renewed claim without deadline',
    bug: 'a claim never ends, and its holder is never missed',
    rules: ['converges'],
    wrapping: {
      stores: (stores) => ({
        ...stores,
        effects: partly(stores.effects, {
          claim: (ids, holder) => stores.effects.claim(ids, holder, FOREVER_MS),
          holdersAtWork: async () => [],
        }),
      }),
    },
    changes: { embedded: false, forgets: 0, workers: 2, crashes: 0.02 },
    seedsMax: 50,
  },
]
