/** When the vehicles and orders that are left would be done, if work went on without a pause. */
import type { Tools } from '../../../jobs/tools.ts'
import { lastLookUpAfterMs, type LookUpDelays } from '../../effects/look-up-delays.ts'
import type { EffectKind } from '../../ledger/effects/effects.ts'
import type { EffectStore } from '../../ledger/effects/effects-sql.ts'
import { usualLatencyMs } from '../../reconciliation/consultations/expect-answers.ts'
import { forecast } from '../../reconciliation/consultations/forecast.ts'

/** Concurrent requests of a bucket, as CONCURRENT_MAX in src/quota/send-by-grant.ts. */
const ON_THE_WIRE = 4

export async function expectedFinish(
  { gate, buckets: { consultations, orders } }: Pick<Tools, 'gate' | 'buckets'>,
  waiting: number,
  what: 'consultations' | 'orders' = 'consultations',
): Promise<Date | undefined> {
  const names = what === 'orders' ? [orders] : consultations
  const buckets = await gate.factsOf(names)
  const { finishedAtMs } = forecast({
    buckets,
    waiting,
    latencyMs: usualLatencyMs([]),
    concurrent: ON_THE_WIRE,
  })
  return finishedAtMs === null ? undefined : new Date(finishedAtMs)
}

/** Fleets take slots in turn: until one is done, each of `all` has had as many or is done. */
export function slotsUntilDone(own: number, all: readonly number[]): number {
  return all.reduce((sum, each) => sum + Math.min(each, own), 0)
}

/** When a fleet's vehicles are answered beside `all` that wait, its own too; none: undefined. */
export async function answersExpectedAt(
  tools: Pick<Tools, 'gate' | 'buckets' | 'stores' | 'effects'>,
  fleetId: string,
  { own, all }: { readonly own: number; readonly all: readonly number[] },
): Promise<Date | undefined> {
  if (own === 0) return undefined
  const looking = { store: tools.stores.effects, delays: tools.effects.delays }
  const asked = await expectedFinish(tools, slotsUntilDone(own, all))
  return laterOf(asked, await lastLookUpAt(looking, fleetId, ['consult']))
}

/** When the last look-up of an effect in doubt is due; undefined when none is in doubt. */
export async function lastLookUpAt(
  looking: { readonly store: Pick<EffectStore, 'lookUps'>; readonly delays: LookUpDelays },
  fleetId: string,
  kinds: readonly EffectKind[],
): Promise<Date | undefined> {
  const waiting = (await looking.store.lookUps(fleetId)).filter(({ kind }) => kinds.includes(kind))
  if (waiting.length === 0) return undefined
  const atMs = waiting.map(
    ({ state, lookups, dueMs }) =>
      dueMs + (state === 'in-doubt' ? lastLookUpAfterMs(looking.delays, lookups) : 0),
  )
  return new Date(Math.max(...atMs))
}

export function laterOf(one: Date | undefined, other: Date | undefined): Date | undefined {
  if (one === undefined || other === undefined) return one ?? other
  return one > other ? one : other
}
