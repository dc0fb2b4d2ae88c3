/** From how a request ended to where its effect stands, in one transaction with the stage's rows. */
import type { Effect, Move } from '../ledger/effects/effects.ts'
import type { Ending as SlotEnding } from '../ledger/quota/quota.ts'
import type { Outcome } from '../queue/outcome.ts'
import { nextLookUpInMs } from './look-up-delays.ts'
import type { EffectStage, Ending, Found, Match } from './stage.ts'
import { moveEffect, type EffectTools } from './tools.ts'

/** Wait after a 429 without Retry-After; the quota decides when a unit is really free. */
const THROTTLED_WAIT_MS = 60_000
/** A service that asks for more is wrong, and must not stop a fleet for ever. */
const THROTTLED_WAIT_MS_MAX = 24 * 3_600_000
/** A service that cannot be connected to; the wait grows with the tries. */
const NEVER_SENT_WAIT_MS = 5_000
const NEVER_SENT_WAIT_MS_MAX = 300_000

/** How many candidates a sentence names when a person must choose among them. */
const IDS_NAMED_MAX = 10

/** `slotEnding`: told to the quota by the same statement. Null: the effect had moved on before. */
export async function settleEffect<Prepared, Reply, Thing>(
  tools: EffectTools,
  stage: EffectStage<Prepared, Reply, Thing>,
  effect: Effect,
  ending: Ending<Reply>,
  slotEnding?: SlotEnding,
): Promise<Outcome | null> {
  if (ending.end === 'conflict') return settleConflict(tools, stage, effect, ending.why)
  const { move, found } = moveOf<Prepared, Reply, Thing>(tools, stage, effect, ending)
  return madeMove(tools, stage, effect, { ...move, slotEnding }, found)
}

/** Makes the move together with the stage's record, and returns the outcome for the job. */
export async function applyMove<Prepared, Reply, Thing>(
  tools: EffectTools,
  stage: EffectStage<Prepared, Reply, Thing>,
  effect: Effect,
  move: Move,
  found?: Found<Reply, Thing>,
): Promise<Outcome> {
  // Another worker has the effect by now; its look-ups will find what this request did.
  return (await madeMove(tools, stage, effect, move, found)) ?? { outcome: 'done' }
}

async function madeMove<Prepared, Reply, Thing>(
  tools: EffectTools,
  stage: EffectStage<Prepared, Reply, Thing>,
  effect: Effect,
  move: Move,
  found: Found<Reply, Thing> | undefined,
): Promise<Outcome | null> {
  const record =
    found === undefined
      ? undefined
      : (tx: Parameters<typeof stage.record>[0]) => stage.record(tx, effect, found)
  const moved = await moveEffect(tools, effect, move, record, answerOf(found))
  if (moved === null) return null
  const { notBeforeInMs, why } = move
  if (move.to === 'planned' || move.to === 'in-doubt' || move.to === 'held') {
    return { outcome: 'snoozed', untilMs: tools.clock.now() + (notBeforeInMs ?? 0), why }
  }
  const isGood = move.to === 'done' || move.to === 'adopted'
  return isGood ? { outcome: 'done' } : { outcome: 'refused', reason: why }
}

function answerOf<Reply, Thing>(found: Found<Reply, Thing> | undefined): Reply | Thing | undefined {
  if (found?.how === 'done') return found.reply
  return found?.how === 'adopted' ? found.match.thing : undefined
}

function moveOf<Prepared, Reply, Thing>(
  tools: EffectTools,
  stage: EffectStage<Prepared, Reply, Thing>,
  effect: Effect,
  ending: Exclude<Ending<Reply>, { end: 'conflict' }>,
): { readonly move: Move; readonly found?: Found<Reply, Thing> } {
  const from = 'intent'
  switch (ending.end) {
    case 'done': {
      const { remoteId, status, reply } = ending
      const move = { from, to: 'done', why: 'answered', remoteId, answerStatus: status } as const
      return { move, found: { how: 'done', reply } }
    }
    case 'quarantined': {
      const { remoteId, status, reply, why } = ending
      const move = { from, to: 'quarantined', why, remoteId, answerStatus: status } as const
      return { move, found: { how: 'quarantined', reason: why, reply, matches: [] } }
    }
    case 'rejected': {
      const { status, why } = ending
      const move = { from, to: 'rejected', why, answerStatus: status } as const
      return { move, found: { how: 'rejected', reason: why, status } }
    }
    case 'stopped': {
      // Certainly not processed, and the cure is the operator's: it must not have to be replanned.
      const { status, why } = ending
      return { move: { from, to: 'planned', why, answerStatus: status } }
    }
    case 'throttled': {
      const asked = ending.retryAfterMs ?? THROTTLED_WAIT_MS
      const notBeforeInMs = Math.min(asked, THROTTLED_WAIT_MS_MAX)
      const { status, why } = ending
      return { move: { from, to: 'planned', why, answerStatus: status, notBeforeInMs } }
    }
    case 'never-sent': {
      const waitMs = NEVER_SENT_WAIT_MS * Math.max(1, effect.sends)
      const notBeforeInMs = Math.min(waitMs, NEVER_SENT_WAIT_MS_MAX)
      return { move: { from, to: 'planned', why: ending.why, notBeforeInMs } }
    }
    case 'in-doubt':
      break
  }
  return { move: doubtMove(tools, stage.kind, ending.why, ending.status) }
}

function doubtMove(
  tools: EffectTools,
  kind: Effect['kind'],
  why: string,
  status: number | undefined,
): Move {
  const notBeforeInMs = nextLookUpInMs(tools.delays, 0)
  if (notBeforeInMs === undefined) throw new Error(`There is no delay before a look-up of ${kind}.`)
  const answerStatus = status === undefined ? {} : { answerStatus: status }
  return { from: 'intent', to: 'in-doubt', why, notBeforeInMs, ...answerStatus }
}

/** 409: what stands in the way may be ours. If that cannot be seen now, it is in doubt. */
async function settleConflict<Prepared, Reply, Thing>(
  tools: EffectTools,
  stage: EffectStage<Prepared, Reply, Thing>,
  effect: Effect,
  why: string,
): Promise<Outcome> {
  let matches: readonly Match<Thing>[]
  try {
    matches = await stage.lookUp(effect)
  } catch {
    return applyMove(tools, stage, effect, doubtMove(tools, stage.kind, why, 409))
  }
  if (matches.length > 0) return settleMatches(tools, stage, effect, matches, 409)
  const move = { from: 'intent', to: 'rejected', why, answerStatus: 409 } as const
  return applyMove(tools, stage, effect, move, { how: 'rejected', reason: why, status: 409 })
}

/** One match is adopted; among several nobody but a person can choose. */
export function settleMatches<Prepared, Reply, Thing>(
  tools: EffectTools,
  stage: EffectStage<Prepared, Reply, Thing>,
  effect: Effect,
  matches: readonly Match<Thing>[],
  status?: number,
): Promise<Outcome> {
  const [match, other] = matches
  if (match === undefined) throw new Error('There is no match to settle with.')
  const answerStatus = status === undefined ? {} : { answerStatus: status }
  const from = effect.state
  if (other === undefined) {
    const { remoteId } = match
    const why = 'found at the service'
    const move = { from, to: 'adopted', why, remoteId, ...answerStatus } as const
    return applyMove(tools, stage, effect, move, { how: 'adopted', match })
  }
  const ids = matches.slice(0, IDS_NAMED_MAX).map(({ remoteId }) => remoteId)
  const reason = `${matches.length} at the service may be this one: ${ids.join(', ')}`
  const move = { from, to: 'quarantined', why: reason, ...answerStatus } as const
  return applyMove(tools, stage, effect, move, { how: 'quarantined', reason, matches })
}
