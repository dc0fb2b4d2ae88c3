/** Where each stage of a fleet stands, in counts; a handful of cheap queries. */
import type { Tools } from '../../../jobs/tools.ts'
import type { BucketFacts } from '../../ledger/quota/quota.ts'
import type { Fleet } from '../../ledger/fleets/fleets.ts'
import type { Gate } from '../../quota/gate.ts'

export type Stages = Awaited<ReturnType<typeof readStages>>

export interface StageSources {
  readonly stores: Tools['stores']
  /** The gate of a run, or the quota's ledger of a command that only reads. */
  readonly gate: Tools['gate']
  /** Undefined before the first run. */
  readonly buckets: Tools['buckets'] | undefined
}

export async function readStages({ stores, gate, buckets }: StageSources, fleet: Fleet) {
  const campaign =
    (await stores.campaigns.current(fleet.id)) ?? (await stores.campaigns.latest(fleet.id))
  const counts = campaign === undefined ? undefined : await stores.campaigns.counts(campaign.id)
  const effects = await stores.effects.counts(fleet.id)
  const plans = await stores.plans.counts(fleet.id)
  const orders = await stores.orders.counts(fleet.id)
  const { register } = effects
  const placed = [orders.open, orders.paid, orders.settled, orders.unknown]
  return {
    file: await stores.imports.latestApplied(fleet.id),
    vehicles: {
      registered: (register.done ?? 0) + (register.adopted ?? 0),
      waiting: (register.planned ?? 0) + (register.claimed ?? 0) + (register.intent ?? 0),
      refused: register.rejected ?? 0,
      doubtful: (register['in-doubt'] ?? 0) + (register.held ?? 0),
    },
    consultations: {
      members: counts?.members ?? 0,
      waiting: (counts?.open ?? 0) - (counts?.asked ?? 0),
      asked: counts?.asked ?? 0,
      answered: counts?.answered ?? 0,
      failed: counts?.failed ?? 0,
      stuck: counts?.stuck ?? 0,
      excluded: counts?.excluded ?? 0,
    },
    orders: {
      proposed: plans.proposed.plans,
      proposedCents: plans.proposed.cents,
      approved: plans.approved.plans,
      placed: placed.reduce((sum, each) => sum + each.orders, 0),
      placedCents: placed.reduce((sum, each) => sum + each.cents, 0n),
      paid: orders.paid.orders + orders.settled.orders,
      /** Are read again and again. */
      followed: orders.open.orders + orders.paid.orders + orders.unknown.orders,
    },
    quota:
      buckets === undefined
        ? undefined
        : {
            consultations: await sharedFacts(gate, buckets.consultations),
            orders: await gate.facts(buckets.orders),
          },
  }
}

/** How many vehicles the fleet has, at the service or not. */
export function vehiclesIn({ registered, waiting, refused, doubtful }: Stages['vehicles']): number {
  return registered + waiting + refused + doubtful
}

/** The facts of a single bucket are returned unchanged. */
export async function sharedFacts(
  gate: Pick<Gate, 'factsOf'>,
  buckets: readonly string[],
): Promise<BucketFacts> {
  const all = await gate.factsOf(buckets)
  const [first, ...others] = all
  if (first === undefined) throw new Error('There is no bucket to tell of.')
  return others.reduce(together, first)
}

/** A bucket that is held back does not hold back the other. */
function together(one: BucketFacts, other: BucketFacts): BucketFacts {
  const freeAtsMs = [...one.freeAtsMs, ...other.freeAtsMs].toSorted((a, b) => a - b)
  return {
    bucket: `${one.bucket}+${other.bucket.replace(/^consultations\//, '')}`,
    nowMs: Math.max(one.nowMs, other.nowMs),
    max: one.max + other.max,
    used: one.used + other.used,
    free: one.free + other.free,
    nextFreeAtMs: Math.min(one.nextFreeAtMs, other.nextFreeAtMs),
    freeAtsMs,
    holdMs: Math.max(one.holdMs, other.holdMs),
    throttles: one.throttles + other.throttles,
  }
}
