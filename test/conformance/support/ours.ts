/** Our own service as a target: simulated, or a live one chained to a simulated one. */
import type { ServiceOptions } from '../../../src/service/start-service.ts'
import { seededRandom } from '../../../src/random.ts'
import { openChain } from '../../service/live/open-chain.ts'
import { type Bench, openBench, uncounted } from '../../service/support/open-service.ts'
import { holdToContract } from '../../service/support/hold-to-contract.ts'
import { openTarget, type Target, type TargetOptions } from './target.ts'

const MANY = 1_000_000
export const unbounded = { ...uncounted, failedKeysPerMinute: MANY }
const settlementDelay = { minMs: 500, maxMs: 5_000 }
const TRIES_MAX = 40
/** Few enough for the hour of the interface. */
const HOUR_TRIES_MAX = 8

export type OurTarget = Target & AsyncDisposable

export async function ourTarget(bench: Bench, more: Partial<TargetOptions> = {}): Promise<Target> {
  const { apiKey, accountId } = bench.own
  const other = await bench.tenant(`other ${bench.random.uuid()}`, { brandName: 'own' })
  return await openTarget({
    url: bench.url,
    apiKey,
    accountId,
    otherAccountId: other.accountId,
    bounds: () => ({ vehicles: MANY, consultations: MANY, orders: MANY, malformed: MANY }),
    triesMax: TRIES_MAX,
    limits: true,
    random: seededRandom(7),
    now: () => bench.clock.now(),
    pause: async (ms) => bench.clock.step(ms),
    hold: holdToContract,
    ...more,
  })
}

export async function openSimulated(): Promise<OurTarget> {
  return await openOn({ limits: unbounded, settlementDelay })
}

/** With the limits of the interface, which a run uses up. */
export async function openLimited(): Promise<OurTarget> {
  const limits = { consultationsPerHour: 20, ordersPerHour: 30 }
  return await openOn({ limits, settlementDelay }, { triesMax: HOUR_TRIES_MAX })
}

async function openOn(options: Partial<ServiceOptions>, more: Partial<TargetOptions> = {}) {
  const bench = await openBench(options)
  const dispose = () => bench[Symbol.asyncDispose]()
  return { ...(await ourTarget(bench, more)), [Symbol.asyncDispose]: dispose }
}

export async function openChained(): Promise<OurTarget> {
  const chain = await openChain({ back: { limits: unbounded, settlementDelay } })
  const pause = async (ms: number) => chain.front.clock.step(ms)
  const dispose = () => chain[Symbol.asyncDispose]()
  return { ...(await ourTarget(chain.front, { pause })), [Symbol.asyncDispose]: dispose }
}
