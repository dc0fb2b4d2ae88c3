/**
 * The narrow part of the engine: slot, intent on the disk, guard, one request. Nothing here may be
 * reordered: an intent that is stored after the first byte protects nothing.
 */
import type { Effect } from '../ledger/effects.ts'
import type { Slot, SlotRequest, Used } from '../quota/gate.ts'
import { classify } from './classify.ts'
import type { EffectStage, Ending, Leave, Preparation } from './stage.ts'
import { moveEffect } from './tools.ts'
import type { EffectTools } from './tools.ts'

/** From just before the intent is stored to the first byte; later the request is not sent. */
const SEND_MS_MAX = 10_000
/** The client's hard limit for one POST. */
const ABORT_MS = 60_000
/** What the kernel may still deliver after an abort or a kill. */
const LINGER_MS = 120_000
/** After this an intent is in doubt whoever holds it. */
const INTENT_DEADLINE_MS = SEND_MS_MAX + ABORT_MS + LINGER_MS

export type Ready<Prepared> = Extract<Preparation<Prepared, never>, { ready: Prepared }>

/** What the journal keeps of the slot, for a ledger that forgets it. */
interface JournaledSlot {
  readonly bucket: string
  readonly units: number
}

export type Settled<Thing> = Exclude<Preparation<never, Thing>, { ready: never }>

/** Where an effect stands after its turn: in `intent` when it was sent, otherwise still claimed. */
export type Turn<Reply, Thing> =
  | { readonly next: 'settle'; readonly effect: Effect; readonly ending: Ending<Reply> }
  /** The claim was lost on the way; nothing was sent, and somebody else goes on. */
  | { readonly next: 'drop' }
  /** No slot in time, or it went stale; nothing was sent. */
  | { readonly next: 'wait'; readonly effect: Effect; readonly waitMs: number }
  /** Prepared anew after a long wait, and now nothing is to be sent. */
  | { readonly next: 'prepared'; readonly effect: Effect; readonly preparation: Settled<Thing> }
  | { readonly next: 'unprepared'; readonly effect: Effect; readonly error: unknown }

/**
 * What was read before must be fresh when the request leaves: somebody else may have ordered while
 * this one waited for its slot.
 */
const BASELINE_MS_MAX = 30_000
/**
 * From the first thing that was read to the first byte: who was frozen in the middle of its reading
 * read the rest of it long ago.
 */
const READ_MS_MAX = 120_000

/** A slot went stale and no other was had: soon again. */
const STALE_WAIT_MS = 1_000

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
    if (isOld()) {
      const sinceMs = clock.uptime()
      const again = await prepareAgain(stage, current)
      if ('next' in again) return { ending: 'never-sent', value: again }
      fresh = { ...again, sinceMs, untilMs: clock.uptime() }
    }
    if (isOld()) {
      const value = { next: 'wait', effect: current, waitMs: STALE_WAIT_MS } as const
      return { ending: 'never-sent', value }
    }
    const turn = await takeTurn(tools, stage, current, fresh, slot)
    if (turn.next === 'wait') current = turn.effect
    return { ...usage(turn), value: turn }
  }
  if (stage.budget === null)
    return (await use({ useId: '', bucket: '', maySend: () => true })).value
  const result = await tools.gate.withSlot(slotRequest(tools, stage.budget, claimed), use)
  if (result.granted) return result.value
  return { next: 'wait', effect: current, waitMs: result.waitMs }
}

/** Never throws: an error in the slot's turn would count as a request that may have left. */
async function prepareAgain<Prepared, Reply, Thing>(
  stage: EffectStage<Prepared, Reply, Thing>,
  effect: Effect,
): Promise<Ready<Prepared> | Turn<never, Thing>> {
  try {
    const preparation = await stage.prepare(effect)
    return 'ready' in preparation ? preparation : { next: 'prepared', effect, preparation }
  } catch (error) {
    return { next: 'unprepared', effect, error }
  }
}

function slotRequest(
  tools: EffectTools,
  budget: NonNullable<EffectStage<never, never, never>['budget']>,
  effect: Effect,
): SlotRequest {
  const request = {
    ...budget,
    rank: effect.rank,
    purpose: effect.id,
    waitMsMax: tools.slotWaitMsMax,
  }
  return tools.signal === undefined ? request : { ...request, signal: tools.signal }
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
  const deadlineInMs = INTENT_DEADLINE_MS
  const intent = { baseline, bodyHash, slotId, deadlineInMs }
  const effect = await tools.store.intend(claimed.id, claimed.epoch, intent)
  if (effect === null) return { next: 'drop' }
  await journalIntent(tools, effect, { bucket: slot.bucket, units: stage.budget?.units ?? 0 })
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

/** If the journal fails nothing has left yet, and nothing may. */
async function journalIntent(
  tools: EffectTools,
  effect: Effect,
  slot: JournaledSlot,
): Promise<void> {
  if (tools.journal === null) return
  const { id, epoch, kind, baseline, bodyHash, slotId } = effect
  const atMs = tools.clock.now()
  const intent = { effectId: id, epoch, kind, baseline, bodyHash, slotId, ...slot, atMs }
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

/** What the quota learns: only what certainly never left gives its slot back. */
function usage(turn: Turn<unknown, unknown>): Pick<Used<unknown>, 'ending' | 'throttled'> {
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
