/** Looks up an effect in doubt or held, one look-up at a time, and settles it as its kind demands. */
import { unfitReason } from '../failure.ts'
import type { Effect } from '../ledger/effects/effects.ts'
import type { Outcome } from '../queue/outcome.ts'
import { lookUpLeaseMs } from './deadlines.ts'
import { afterNone } from './look-up-delays.ts'
import { applyMove, settleMatches } from './settle-effect.ts'
import type { EffectStage, Match } from './stage.ts'
import { moveEffect, type EffectTools } from './tools.ts'

/** Throws what kept the look-up from an answer; the effect then waits for the same look-up. */
export async function resolveEffect<Prepared, Reply, Thing>(
  tools: EffectTools,
  stage: EffectStage<Prepared, Reply, Thing>,
  effectId: string,
): Promise<Outcome> {
  const leaseMs = lookUpLeaseMs(tools.scale ?? 1)
  const effect = await tools.store.claimLookUp(effectId, tools.holder, leaseMs)
  if (effect === null) return { outcome: 'done' }
  let matches: readonly Match<Thing>[]
  try {
    matches = await stage.lookUp(effect)
  } catch (error) {
    const unfit = unfitReason(error)
    if (unfit !== undefined) return lookUpLater(tools, stage, effect, unfit)
    await lookUpAgainSoon(tools, effect)
    throw error
  }
  if (matches.length > 0) return settleMatches(tools, stage, effect, matches)
  const next = afterNone(effect, tools.delays)
  const move = { from: effect.state, to: next.to, why: next.why, lookedUp: true }
  if ('inMs' in next) return applyMove(tools, stage, effect, { ...move, notBeforeInMs: next.inMs })
  if (next.to === 'planned') return applyMove(tools, stage, effect, move)
  return applyMove(tools, stage, effect, move, { how: 'needs-person', reason: next.why })
}

/** An incomplete look-up proves nothing: the same look-up again, soon. */
async function lookUpAgainSoon(tools: EffectTools, effect: Effect): Promise<void> {
  const why = 'the look-up could not see everything'
  const notBeforeInMs = tools.delays.retryMs
  await moveEffect(tools, effect, { from: effect.state, to: effect.state, why, notBeforeInMs })
}

/** What cannot be understood proves nothing either: looked up again after as long as it has taken. */
function lookUpLater<Prepared, Reply, Thing>(
  tools: EffectTools,
  stage: EffectStage<Prepared, Reply, Thing>,
  effect: Effect,
  why: string,
): Promise<Outcome> {
  const { retryMs, heldMs } = tools.delays
  const tookMs = tools.clock.now() - (effect.intentAtMs ?? 0)
  const notBeforeInMs = Math.min(Math.max(tookMs, retryMs), heldMs)
  return applyMove(tools, stage, effect, {
    from: effect.state,
    to: effect.state,
    why,
    notBeforeInMs,
  })
}
