/** Bugs in what is read before and after: baselines, look-ups, pages. */
import type { Client } from '../../../src/client/client.ts'
import { lookUpDelays } from '../../../src/effects/look-up-delays.ts'
import { pageOf } from '../../../src/client/typed.ts'
import { formatCents } from '../../../src/fleet/money.ts'
import type { AnyStage } from '../duties.ts'
import { readAt } from '../network.ts'
import type { NetworkTools } from '../send-request.ts'
import type { StageParts } from '../wrapping.ts'
import type { Plant } from './plant.ts'
import { partly } from './sending.ts'

function withoutBaseline(stage: AnyStage): AnyStage {
  return {
    ...stage,
    prepare: async (effect) => {
      const prepared = await stage.prepare(effect)
      return 'ready' in prepared ? { ...prepared, baseline: null } : prepared
    },
  }
}

/** Any order of the vehicle that costs the same and was not there before. */
function byAmount(stage: AnyStage, { stores, client }: StageParts): AnyStage {
  if (stage.kind !== 'order') return stage
  return {
    ...stage,
    lookUp: async (effect) => {
      const plan = await stores.plans.find(effect.planId ?? '')
      const vehicle = await stores.vehicles.byId(effect.vehicleId)
      const query = { vehicle_id: vehicle?.serviceId ?? '' }
      const before = JSON.stringify(effect.baseline)
      const found: { remoteId: string; thing: unknown }[] = []
      for await (const page of client.pages('listOrders', { query })) {
        for (const order of page) {
          const isSame = order.debts_amount === formatCents(plan?.debtsCents ?? 0n)
          if (isSame && !before.includes(order.id)) found.push({ remoteId: order.id, thing: order })
        }
      }
      return found.slice(0, 1)
    },
  }
}

/** Goes wherever `next` leads, with the key. */
function followingNext(client: Client, network: NetworkTools): Client {
  return partly(client, {
    pages: async function* (operation, request) {
      let url: string | null = null
      do {
        const body: unknown = await readAt(network, url, operation, request)
        const page = pageOf(operation, body)
        if (page === null) return
        yield page.results
        url = page.next
      } while (url !== null)
    },
  })
}

export const lookingPlants: readonly Plant[] = [
  {
    name: 'no baseline',
    bug: 'what was there before is not noted, so it is taken for the new one',
    rules: ['adopted-own'],
    wrapping: { stage: withoutBaseline },
    changes: { campaigns: 2 },
    seedsMax: 100,
    seedsFrom: 25,
  },
  {
    name: 'short settle',
    bug: 'one look-up after two seconds, then it counts as not processed',
    rules: ['one-per-key', 'nothing-lost'],
    wrapping: {
      effects: (tools) => ({
        ...tools,
        delays: { ...lookUpDelays(), delaysMs: [2_000], heldMs: 2_000 },
      }),
    },
    seedsMax: 200,
    seedsFrom: 30,
  },
  {
    name: 'amount-only match',
    bug: 'an order that costs the same is taken for ours',
    rules: ['adopted-own', 'nothing-lost'],
    wrapping: { stage: byAmount },
    changes: { events: 10, sendFaultShare: 0.6 },
    seedsMax: 2_000,
    seedsFrom: 900,
  },
  {
    name: '`next` followed to another origin',
    bug: 'the next page is fetched from wherever the service says',
    rules: ['own-origin'],
    wrapping: { client: followingNext },
    changes: { readFaultShare: 0.1 },
    // One seed in six finds it.
    seedsMax: 60,
    seedsFrom: 15,
  },
  {
    name: 'order without reading existing ones',
    bug: 'the orders of the vehicle are not read before',
    // A look-up of an order in doubt reads none either, and takes it for not made.
    rules: ['read-before-order', 'nothing-lost'],
    wrapping: {
      client: (client) =>
        partly(client, {
          pages: (operation, request) =>
            operation === 'listOrders' ? nothing() : client.pages(operation, request),
        }),
    },
    changes: { events: 5, campaigns: 2 },
    seedsMax: 300,
    seedsFrom: 17,
  },
]

async function* nothing(): AsyncGenerator<never[], void, undefined> {
  yield []
}
