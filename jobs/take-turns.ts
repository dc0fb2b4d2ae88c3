/** Effects that one job claimed together, done one after the other or a few at once. */
import type { claimEffects } from '../src/effects/perform-effect.ts'
import { Failure } from '../src/failure.ts'
import type { JobContext } from '../src/queue/job-kind.ts'
import type { Outcome } from '../src/queue/outcome.ts'
import { inParallel } from '../src/reconciliation/vehicles/in-parallel.ts'
import { restAfter } from './job.ts'
import type { Tools } from './tools.ts'

/**
 * An effect that throws does not keep the others from their turn, unless its failure ends the run;
 * a bug is thrown at the end, so that the queue starts the job again. Those that had no turn are
 * planned again at once. `done` when none of them needs this job any more, refused ones included
 * (the ledger has their reasons); `snoozed` until the first of the others is due.
 */
export async function takeTurns(
  tools: Pick<Tools, 'clock' | 'onFailure'>,
  claimed: Awaited<ReturnType<typeof claimEffects>>,
  effects: readonly string[],
  { signal, settled }: JobContext,
  atOnce = 1,
): Promise<Outcome> {
  let soonest: Extract<Outcome, { outcome: 'snoozed' }> | undefined
  const bugs: unknown[] = []
  const note = (id: string, outcome: Outcome): void => {
    settled(id, outcome)
    if (outcome.outcome !== 'snoozed') return
    if (soonest === undefined || outcome.untilMs < soonest.untilMs) soonest = outcome
  }
  // Not only at the end: the turn under way may outlive the grace of a stop.
  const free = (): void => void claimed.release().catch(() => {})
  signal.addEventListener('abort', free, { once: true })
  try {
    const { unstarted } = await inParallel(effects, atOnce, signal, async (id) => {
      try {
        note(id, await claimed.perform(id))
      } catch (error) {
        if (!(error instanceof Failure)) bugs.push(error)
        else if (error.recovery === 'stop') throw error
        else note(id, restAfter(tools, error))
      }
    })
    if (bugs.length > 0) throw bugs[0]
    if (unstarted === 0) return soonest ?? { outcome: 'done' }
    return { outcome: 'snoozed', untilMs: tools.clock.now(), why: 'stopped before its turn' }
  } finally {
    signal.removeEventListener('abort', free)
    await claimed.release()
  }
}
