/** What the engine is given, so that a simulation can give something else. */
import type { Clock } from '../clock.ts'
import type { Journal } from '../database/journal.ts'
import type { Effect, Move, SentKind } from '../ledger/effects/effects.ts'
import type { EffectStore } from '../ledger/effects/effects-sql.ts'
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
  /** Records which effects are being performed; absent where nobody asks for them. */
  readonly atWork?: Pick<EffectsAtWork, 'begin'>
  /** Factor of all deadlines; 1 when absent, less in tests with short windows. */
  readonly scale?: number
  /** Once aborted, no more slots are asked for; a request that has left may finish. */
  readonly signal?: AbortSignal
  /** Why no effect of this kind may be sent now (a ledger older than its journal); else undefined. */
  readonly blocked?: (kind: SentKind) => string | undefined
  /** Told of each move that was made, with what the service answered if it made or had the thing. */
  readonly moved?: (effect: Effect, move: Move, answer: unknown) => void
}

/** Makes a move; throws if the table forbids it or the ledger stored another state. */
export async function moveEffect(
  tools: Pick<EffectTools, 'store' | 'moved'>,
  effect: Effect,
  move: Move,
  record?: (tx: Tx) => Promise<void>,
  answer?: unknown,
): Promise<Effect | null> {
  assertMove(effect.kind, move.from, move.to)
  const moved = await tools.store.settle(effect.id, effect.epoch, move, record)
  if (moved !== null && (moved.state !== move.to || moved.epoch < effect.epoch)) {
    throw new Error(`The ledger moved an effect to ${moved.state} instead of ${move.to}.`)
  }
  if (moved !== null) tools.moved?.(moved, move, answer)
  return moved
}
