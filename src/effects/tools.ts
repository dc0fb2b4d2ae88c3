/** What the engine is given, so that a simulation can give something else. */
import type { Clock } from '../clock.ts'
import type { Journal } from '../database/journal.ts'
import type { Effect, EffectStore, Move, SentKind } from '../ledger/effects/effects.ts'
import type { Tx } from '../ledger/schema/tx.ts'
import type { Gate } from '../quota/gate.ts'
import type { EffectsAtWork } from './effects-at-work.ts'
import type { LookUpDelays } from './look-up-delays.ts'
import { assertMove } from './transitions.ts'

export interface EffectTools {
  readonly store: EffectStore
  readonly gate: Pick<Gate, 'withSlot'>
  /** Null with a database server, whose commit is durable. */
  readonly journal: Pick<Journal, 'append'> | null
  readonly clock: Clock
  /** Host and process, for people. */
  readonly holder: string
  readonly delays: LookUpDelays
  /** Told of each effect while it is performed; absent where nobody asks. */
  readonly atWork?: Pick<EffectsAtWork, 'begin'>
  /** Of deadlines: absent is 1, less is for tests with short windows. */
  readonly scale?: number
  /** Asks for no slot any more; a request that left is let finish. */
  readonly signal?: AbortSignal
  /** Why no effect of this kind may be sent now (a ledger older than its journal); else undefined. */
  readonly blocked?: (kind: SentKind) => string | undefined
}

/** One checked move: allowed by the table before, and where it should be after. */
export async function moveEffect(
  tools: Pick<EffectTools, 'store'>,
  effect: Effect,
  move: Move,
  record?: (tx: Tx) => Promise<void>,
): Promise<Effect | null> {
  assertMove(effect.kind, move.from, move.to)
  const moved = await tools.store.settle(effect.id, effect.epoch, move, record)
  if (moved !== null && (moved.state !== move.to || moved.epoch < effect.epoch)) {
    throw new Error(`The ledger moved an effect to ${moved.state} instead of ${move.to}.`)
  }
  return moved
}
