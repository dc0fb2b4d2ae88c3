/**
 * The at-most-once engine: takes one effect as far as it can go now. Any number of workers may call
 * it for the same effect at the same time; at most one request leaves for each intent, and no
 * intent is followed by another before its outcome is known.
 */
import { Failure, unfitReason } from '../failure.ts'
import type { Effect } from '../ledger/effects/effects.ts'
import type { Outcome } from '../queue/outcome.ts'
import { claimLeaseMs } from './deadlines.ts'
import { lastLookUpAfterMs } from './look-up-delays.ts'
import { resolveEffect } from './resolve-effect.ts'
import { sendEffect, type Settled } from './send-effect.ts'
import { applyMove, settleEffect } from './settle-effect.ts'
import type { EffectStage, Preparation } from './stage.ts'
import { moveEffect, type EffectTools } from './tools.ts'

/** Wait after a preparation that threw. */
const PREPARE_RETRY_MS = 10_000
/**
 * An effect that any of several buckets can serve waits no longer than this: a bucket that was not
 * asked may have a unit sooner, and the sweep, which knows of free units, takes only due effects.
 */
const SEVERAL_WAIT_MS_MAX = 1_000
/** Wait while orders are blocked until the ledger was compared with the service. */
const BLOCKED_WAIT_MS = 60_000

/** Claims effects of one kind at once, before each is performed by itself. */
export async function claimEffects<Prepared, Reply, Thing>(
  tools: EffectTools,
  stage: EffectStage<Prepared, Reply, Thing>,
  effectIds: readonly string[],
) {
  const leaseMs = claimLeaseMs(tools.scale ?? 1)
  const ends = new Map(effectIds.map((id) => [id, tools.atWork?.begin(id)]))
  const end = (id: string): void => {
    ends.get(id)?.()
    ends.delete(id)
  }
  const isBlocked = tools.blocked?.(stage.kind) !== undefined
  const claiming = isBlocked ? [] : tools.store.claim(effectIds, tools.holder, leaseMs)
  const claimed = await Promise.resolve(claiming).catch((error: unknown) => {
    effectIds.forEach(end)
    throw error
  })
  stage.expect?.(claimed)
  const waiting = new Map(effectIds.map((id) => [id, claimed.find((one) => one.id === id)]))
  return {
    /**
     * Ends `done` when nothing is left to do here, `snoozed` while something is, `refused` when a
     * person must look; also for one that was not claimed: it may be in doubt. Throws a Failure
     * when the whole run must stop (a wrong key or account), and whatever a tool threw; the effect
     * then waits in the ledger in a state that can be resumed.
     */
    perform: async (id: string): Promise<Outcome> => {
      const blocked = tools.blocked?.(stage.kind)
      if (blocked !== undefined) return snoozed(tools, BLOCKED_WAIT_MS, blocked)
      const effect = waiting.get(id)
      waiting.delete(id)
      try {
        return await (effect === undefined
          ? resume(tools, stage, id)
          : performClaimed(tools, stage, effect))
      } finally {
        end(id)
      }
    },
    /** Plans again those that nobody performed; it may be called while others are performed. */
    release: async (): Promise<void> => {
      const move = { from: 'claimed', to: 'planned', why: 'stopped before its turn' } as const
      for (const [id, effect] of waiting) {
        waiting.delete(id)
        try {
          if (effect !== undefined) await moveEffect(tools, effect, move)
        } finally {
          end(id)
        }
      }
    },
  }
}

/** One that was not claimed: somebody else has it, it is not due, or it is in doubt. */
async function resume<Prepared, Reply, Thing>(
  tools: EffectTools,
  stage: EffectStage<Prepared, Reply, Thing>,
  effectId: string,
): Promise<Outcome> {
  const effect = await tools.store.find(effectId)
  if (effect === null) return { outcome: 'done' }
  const isWaiting = ['planned', 'in-doubt', 'held'].includes(effect.state)
  if (isWaiting && (effect.notBeforeInMs ?? 0) > 0) {
    return snoozed(tools, effect.notBeforeInMs ?? 0, effect.reason ?? effect.state)
  }
  const isInDoubt = effect.state === 'in-doubt' || effect.state === 'held'
  return isInDoubt ? resolveEffect(tools, stage, effectId) : { outcome: 'done' }
}

async function performClaimed<Prepared, Reply, Thing>(
  tools: EffectTools,
  stage: EffectStage<Prepared, Reply, Thing>,
  claimed: Effect,
): Promise<Outcome> {
  if (claimed.kind !== stage.kind) throw new Error(`A ${stage.kind} stage got a ${claimed.kind}.`)
  const readSinceMs = tools.clock.uptime()
  let preparation: Preparation<Prepared, Thing>
  try {
    preparation = await stage.prepare(claimed)
  } catch (error) {
    return giveBack(tools, stage, claimed, error)
  }
  if (!('ready' in preparation)) return settlePreparation(tools, stage, claimed, preparation)
  const turn = await sendEffect(tools, stage, claimed, preparation, readSinceMs)
  switch (turn.next) {
    case 'settle':
      return (await settleEffect(tools, stage, turn.effect, turn.ending)) ?? { outcome: 'done' }
    case 'settled':
      if (turn.failure !== undefined) throw turn.failure
      return turn.outcome
    case 'prepared':
      return settlePreparation(tools, stage, turn.effect, turn.preparation)
    case 'unprepared':
      return giveBack(tools, stage, turn.effect, turn.error)
    case 'wait': {
      const why = 'waits for the quota'
      const isOfSeveral = typeof stage.budget?.bucket === 'object'
      const notBeforeInMs = isOfSeveral ? Math.min(turn.waitMs, SEVERAL_WAIT_MS_MAX) : turn.waitMs
      const move = { from: 'claimed', to: 'planned', why, notBeforeInMs } as const
      return applyMove(tools, stage, turn.effect, move)
    }
    case 'drop':
      return { outcome: 'done' }
  }
}

/**
 * The preparation threw: the effect is planned again, and the caller hears why. What the service
 * answered in another form is a person's, since asking again would bring the same; a list that
 * nobody can read is every effect's trouble, so all of them wait until it reads again.
 */
async function giveBack<Prepared, Reply, Thing>(
  tools: EffectTools,
  stage: EffectStage<Prepared, Reply, Thing>,
  claimed: Effect,
  error: unknown,
): Promise<Outcome> {
  const unfit = unfitReason(error)
  if (unfit !== undefined) {
    const isOfAll = error instanceof Failure && error.code === 'layout-unfit'
    const wait = { snoozeMs: lastLookUpAfterMs(tools.delays, 0), why: unfit }
    return settlePreparation(tools, stage, claimed, isOfAll ? wait : { quarantine: unfit })
  }
  const why = 'what is there before could not be read'
  const notBeforeInMs = PREPARE_RETRY_MS
  await moveEffect(tools, claimed, { from: 'claimed', to: 'planned', why, notBeforeInMs })
  throw error
}

/** The stage saw that nothing is to be sent. */
function settlePreparation<Prepared, Reply, Thing>(
  tools: EffectTools,
  stage: EffectStage<Prepared, Reply, Thing>,
  effect: Effect,
  preparation: Settled<Thing>,
): Promise<Outcome> {
  const from = 'claimed'
  if ('adopt' in preparation) {
    const { adopt: match, why } = preparation
    const { remoteId } = match
    const move = { from, to: 'adopted', why, remoteId } as const
    return applyMove(tools, stage, effect, move, { how: 'adopted', match })
  }
  if ('refuse' in preparation) {
    const { refuse: reason } = preparation
    const move = { from, to: 'rejected', why: reason } as const
    return applyMove(tools, stage, effect, move, { how: 'rejected', reason })
  }
  if ('quarantine' in preparation) {
    const { quarantine: reason } = preparation
    const move = { from, to: 'quarantined', why: reason } as const
    return applyMove(tools, stage, effect, move, { how: 'quarantined', reason, matches: [] })
  }
  const { snoozeMs: notBeforeInMs, why } = preparation
  return applyMove(tools, stage, effect, { from, to: 'planned', why, notBeforeInMs })
}

function snoozed(tools: EffectTools, waitMs: number, why: string): Outcome {
  return { outcome: 'snoozed', untilMs: tools.clock.now() + waitMs, why }
}
