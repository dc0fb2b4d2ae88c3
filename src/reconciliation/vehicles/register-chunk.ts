/** Registers one chunk of vehicles: each is an effect of its own, claimed together. */
import type { Clock } from '../../clock.ts'
import type { RegisterWork, VehicleStore } from '../../ledger/vehicles/vehicles.ts'
import type { Outcome } from '../../queue/outcome.ts'
import { inParallel } from './in-parallel.ts'

/** Requests of one chunk at once; registering has no quota, but must not flood the service. */
const REGISTER_CONCURRENCY = 4

export interface RegisterChunkTools {
  readonly clock: Clock
  /** `claimEffects` with the register stage, passed in: this folder must not import effects. */
  readonly claim: (work: readonly RegisterWork[]) => Promise<{
    perform(effectId: string): Promise<Outcome>
    release(): Promise<void>
  }>
  readonly vehicles: Pick<VehicleStore, 'registerChunk'>
}

/**
 * `done` when no vehicle of the chunk needs this job any more, refused ones included (the ledger
 * has their reasons); `snoozed` until the first of the others is due. Throws the first Failure.
 */
export async function registerChunk(
  tools: RegisterChunkTools,
  fleetId: string,
  chunk: number,
  signal?: AbortSignal,
): Promise<Outcome> {
  const work = await tools.vehicles.registerChunk(fleetId, chunk)
  let soonest: Extract<Outcome, { outcome: 'snoozed' }> | undefined
  const claimed = await tools.claim(work)
  try {
    const { unstarted } = await inParallel(work, REGISTER_CONCURRENCY, signal, async (item) => {
      const outcome = await claimed.perform(item.effectId)
      if (outcome.outcome !== 'snoozed') return
      if (soonest === undefined || outcome.untilMs < soonest.untilMs) soonest = outcome
    })
    if (unstarted === 0) return soonest ?? { outcome: 'done' }
    const untilMs = tools.clock.now()
    return { outcome: 'snoozed', untilMs, why: 'stopped before every vehicle had its turn' }
  } finally {
    await claimed.release()
  }
}
