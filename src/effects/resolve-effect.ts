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
    const again = await lookUpAgain(tools, effect, unfit)
    if (unfit === undefined) throw error
    return again
  }
  if (matches.length > 0) return settleMatches(tools, stage, effect, matches)
  const next = afterNone(effect, tools.delays)
  const move = { from: effect.state, to: next.to, why: next.why, lookedUp: true }
  if ('inMs' in next) return applyMove(tools, stage, effect, { ...move, notBeforeInMs: next.inMs })
  if (next.to === 'planned') return applyMove(tools, stage, effect, move)
  return applyMove(tools, stage, effect, move, { how: 'needs-person', reason: next.why })
}

/** It proves nothing: the same again soon; in another form after as long as the doubt has lasted. */
async function lookUpAgain(
  tools: EffectTools,
  effect: Effect,
  unfit: string | undefined,
): Promise<Outcome> {
  const { retryMs, heldMs } = tools.delays
  const tookMs = unfit === undefined ? 0 : tools.clock.now() - (effect.intentAtMs ?? 0)
  const notBeforeInMs = Math.min(Math.max(tookMs, retryMs), heldMs)
  const why = unfit ?? 'the look-up could not see everything'
  await moveEffect(tools, effect, { from: effect.state, to: effect.state, why, notBeforeInMs })
  return { outcome: 'snoozed', untilMs: tools.clock.now() + notBeforeInMs, why }
}
