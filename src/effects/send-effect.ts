/**
 * The narrow part of the engine: slot, intent on the disk, guard, one request. Nothing here may be
 * reordered: an intent that is stored after the first byte protects nothing.
 */
import type { Effect } from '../ledger/effects/effects.ts'
import type { Ending as SlotEnding } from '../ledger/quota/quota.ts'
import type { Outcome } from '../queue/outcome.ts'
import type { Slot, Used } from '../quota/gate.ts'
import { classify } from './classify.ts'
import { intentDeadlineMs, SEND_MS_MAX } from './deadlines.ts'
import type { EffectStage, Ending, Leave, Preparation } from './stage.ts'
import { settleEffect } from './settle-effect.ts'
import { moveEffect, type EffectTools } from './tools.ts'

export type Ready<Prepared> = Extract<Preparation<Prepared, never>, { ready: Prepared }>

export type Settled<Thing> = Exclude<Preparation<never, Thing>, { ready: never }>

/** Where an effect stands after its turn: in `intent` when it was sent, otherwise still claimed. */
export type Turn<Reply, Thing> =
  | { readonly next: 'settle'; readonly effect: Effect; readonly ending: Ending<Reply> }
  /** Settled within the slot's turn, so that one statement moves the effect and ends the slot. */
  | { readonly next: 'settled'; readonly outcome: Outcome; readonly failure?: Error }
  /** The claim was lost on the way; nothing was sent, and somebody else goes on. */
  | { readonly next: 'drop' }
  /** No slot in time, or it went stale; nothing was sent. */
  | { readonly next: 'wait'; readonly effect: Effect; readonly waitMs: number }
  /** Prepared anew after a long wait, and now nothing is to be sent. */
  | { readonly next: 'prepared'; readonly effect: Effect; readonly preparation: Settled<Thing> }
  | { readonly next: 'unprepared'; readonly effect: Effect; readonly error: unknown }

/** The baseline may be so old: somebody else may have ordered while this effect waited. */
const BASELINE_MS_MAX = 30_000
/**
 * Longest time from the first read of the preparation to the first byte: a process that was frozen
 * between two reads holds old answers although the preparation has only just ended.
 */
const READ_MS_MAX = 120_000

/** In one turn; if the baseline changes more often, the effect waits. */
const PREPARED_ANEW_MAX = 1
/** Wait after a slot that went stale. */
const STALE_WAIT_MS = 1_000
/**
 * Of a conflict the service is read first, longer than a place on the wire is kept; of a 429, or a
 * slot that is given back, the gate itself has more to record.
 */
const TOLD_BY_GATE: readonly Ending<never>['end'][] = ['conflict', 'throttled', 'never-sent']

export async function sendEffect<Prepared, Reply, Thing>(
  tools: EffectTools,
  stage: EffectStage<Prepared, Reply, Thing>,
  claimed: Effect,
  prepared: Ready<Prepared>,
  readSinceMs: number,
): Promise<Turn<Reply, Thing>> {
  const { clock } = tools
  let current = claimed
  let fresh = { ...prepared, sinceMs: readSinceMs, untilMs: clock.uptime() }
  const isOld = (): boolean =>
    clock.uptime() - fresh.untilMs > BASELINE_MS_MAX || clock.uptime() - fresh.sinceMs > READ_MS_MAX
  const use = async (slot: Slot): Promise<Used<Turn<Reply, Thing>>> => {
    for (let anew = 0; ; anew += 1) {
      const stands = isOld()
        ? false
        : await askStage(current, async () => (await stage.stands?.(fresh.ready)) ?? true)
      if (typeof stands === 'object') return { ending: 'never-sent', value: stands }
      if (stands) {
        const turn = await takeTurn(tools, stage, current, fresh, slot)
        if (turn.next === 'wait') current = turn.effect
        return conclude(tools, stage, turn)
      }
      if (anew === PREPARED_ANEW_MAX) break
      const sinceMs = clock.uptime()
      const again = await askStage(current, () => stage.prepare(current))
      if ('next' in again) return { ending: 'never-sent', value: again }
      if (!('ready' in again)) {
        const value = { next: 'prepared', effect: current, preparation: again } as const
        return { ending: 'never-sent', value }
      }
      fresh = { ...again, sinceMs, untilMs: clock.uptime() }
    }
    const value = { next: 'wait', effect: current, waitMs: STALE_WAIT_MS } as const
    return { ending: 'never-sent', value }
  }
  if (stage.budget === null)
    return (await use({ useId: '', bucket: '', maySend: () => true })).value
  const request = { ...stage.budget, purpose: claimed.id, signal: tools.signal }
  const result = await tools.gate.withSlot(request, use)
  if (result.granted) return result.value
  return { next: 'wait', effect: current, waitMs: result.waitMs }
}

/** Never throws: an error in the slot's turn would count as a request that may have left. */
async function askStage<Answer>(
  effect: Effect,
  ask: () => Promise<Answer>,
): Promise<Answer | Extract<Turn<never, never>, { next: 'unprepared' }>> {
  try {
    return await ask()
  } catch (error) {
    return { next: 'unprepared', effect, error }
  }
}

async function takeTurn<Prepared, Reply, Thing>(
  tools: EffectTools,
  stage: EffectStage<Prepared, Reply, Thing>,
  claimed: Effect,
  { ready, baseline, bodyHash }: Ready<Prepared>,
  slot: Slot,
): Promise<Turn<Reply, never>> {
  const startedMs = tools.clock.uptime()
  const slotId = slot.useId === '' ? null : slot.useId
  const deadlineInMs = intentDeadlineMs(tools.scale ?? 1)
  const intent = { baseline, bodyHash, slotId, deadlineInMs }
  const effect = await tools.store.intend(claimed.id, claimed.epoch, intent)
  if (effect === null) return { next: 'drop' }
  await journalIntent(tools, effect, slot.bucket)
  const guard = guardLeave(slot.bucket, () => {
    return tools.clock.uptime() - startedMs < SEND_MS_MAX && slot.maySend()
  })
  const result = await stage.send(ready, guard)
  const ending = classify(result, (reply) => stage.fits(reply, ready))
  if (ending.end !== 'never-sent') {
    if (guard.answers() !== 'may') throw new Error(`The ${stage.kind} stage sent without leave.`)
    return { next: 'settle', effect, ending }
  }
  if (guard.answers() !== 'refused') return { next: 'settle', effect, ending }
  const back = { from: 'intent', to: 'claimed', why: 'stale before the first byte' } as const
  const again = await moveEffect(tools, effect, back)
  if (again === null) return { next: 'drop' }
  return { next: 'wait', effect: again, waitMs: STALE_WAIT_MS }
}

/**
 * Keeps the intent and its slot in case the ledger loses them. If the journal cannot be written,
 * nothing has been sent yet and nothing will be.
 */
async function journalIntent(tools: EffectTools, effect: Effect, bucket: string): Promise<void> {
  if (tools.journal === null) return
  const { id, epoch, kind, baseline, bodyHash, slotId } = effect
  const atMs = tools.clock.now()
  const intent = { effectId: id, epoch, kind, baseline, bodyHash, slotId, bucket, atMs }
  try {
    await tools.journal.append(intent)
  } catch (error) {
    const why = 'never sent: the intent journal could not be written'
    await moveEffect(tools, effect, { from: 'intent', to: 'planned', why })
    throw error
  }
}

/** Remembers what the sender was told, since a request without leave is a bug that must be seen. */
function guardLeave(
  bucket: string,
  mayLeave: () => boolean,
): Leave & { answers(): 'unasked' | 'may' | 'refused' } {
  let answer: 'unasked' | 'may' | 'refused' = 'unasked'
  return {
    bucket,
    mayLeave: () => {
      if (answer !== 'unasked') answer = 'refused'
      else answer = mayLeave() ? 'may' : 'refused'
      return answer === 'may'
    },
    answers: () => answer,
  }
}

/** An effect that had moved on tells nothing of its slot, so then the gate does. */
async function conclude<Prepared, Reply, Thing>(
  tools: EffectTools,
  stage: EffectStage<Prepared, Reply, Thing>,
  turn: Turn<Reply, never>,
): Promise<Used<Turn<Reply, Thing>>> {
  const used = usage(turn)
  if (turn.next !== 'settle') return { ...used, value: turn }
  const { effect, ending } = turn
  if (TOLD_BY_GATE.includes(ending.end)) return { ...used, value: turn }
  const outcome = await settleEffect(tools, stage, effect, ending, used.ending)
  const failure = ending.end === 'stopped' ? { failure: ending.failure } : {}
  const value = { next: 'settled', outcome: outcome ?? { outcome: 'done' }, ...failure } as const
  return { ending: outcome === null ? used.ending : 'told', value }
}

/** How the quota counts the turn: only a request that certainly never left returns its slot. */
function usage(turn: Turn<unknown, unknown>): Omit<Used<0>, 'value'> & { ending: SlotEnding } {
  if (turn.next !== 'settle') return { ending: 'never-sent' }
  const { ending } = turn
  if (ending.end === 'never-sent') return { ending: 'never-sent' }
  if (ending.end === 'throttled') {
    const { retryAfterMs } = ending
    return { ending: 'answered', throttled: retryAfterMs === undefined ? {} : { retryAfterMs } }
  }
  const answered = ending.end !== 'in-doubt' || ending.status !== undefined
  return { ending: answered ? 'answered' : 'in-doubt' }
}
