/**
 * The effects' rows: one for each intended POST that must happen at most once, and one event for
 * each of its moves. Which moves are allowed is said by src/effects/transitions.ts; here every move
 * is one compare-and-set on state and epoch, so that a worker who lost its claim changes nothing.
 * Instants are the database's own clock; callers speak of durations from now, in milliseconds.
 */
import type { Ending } from '../quota/quota.ts'
import type { EffectKind, EffectState } from '../schema/tables.ts'

export type { EffectKind, EffectState } from '../schema/tables.ts'

/** What may be planned and sent. */
export type SentKind = Exclude<EffectKind, 'pay'>

/** JSON that only the stage which wrote it understands. */
export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [key: string]: Json }

export interface Effect {
  readonly id: string
  readonly seq: bigint
  readonly kind: EffectKind
  readonly key: string
  readonly active: boolean
  readonly fleetId: string
  readonly vehicleId: string
  readonly campaignId: string | null
  readonly planId: string | null
  readonly rank: number
  readonly state: EffectState
  /** Grows with every claim and every way back; a move with an older one changes nothing. */
  readonly epoch: number
  readonly holder: string | null
  /** Milliseconds from now; negative when passed, null when there is none. */
  readonly notBeforeInMs: number | null
  /** Intents written so far: requests that may have left. */
  readonly sends: number
  /** Intents that ended in doubt so far. */
  readonly doubts: number
  /** Complete look-ups since it last fell in doubt. */
  readonly lookups: number
  readonly baseline: Json
  readonly bodyHash: string | null
  readonly slotId: string | null
  /** When the latest intent was written, milliseconds since 1970 of the ledger's clock. */
  readonly intentAtMs: number | null
  readonly remoteId: string | null
  readonly answerStatus: number | null
  readonly reason: string | null
}

export interface Intent {
  readonly baseline: Json
  readonly bodyHash: string
  /** The quota slot that was granted to the request; null for requests without a quota. */
  readonly slotId: string | null
  /** Milliseconds from now after which the request is over, whoever holds it, and in doubt. */
  readonly deadlineInMs: number
}

/** One move out of `from`; refused when the effect is no longer in `from` with this epoch. */
export interface Move {
  readonly from: EffectState
  readonly to: EffectState
  /** A sentence for people, without documents or secrets. */
  readonly why: string
  readonly remoteId?: string
  readonly answerStatus?: number
  /** To planned: not to be claimed before; to in-doubt and held: when to look it up next. */
  readonly notBeforeInMs?: number
  /** Counts one complete look-up. */
  readonly lookedUp?: boolean
  /** How the request of the effect's slot ended, for the quota; one that is ended stays so. */
  readonly slotEnding?: Ending | undefined
}

export interface DueEffects {
  /** At most `limit`, planned and due, by rank. */
  readonly planned: readonly Effect[]
  /** At most `limit`, in doubt or held with a look-up that is due. */
  readonly lookUps: readonly Effect[]
  /** When the next one that is not due yet becomes due; null when nothing waits for time. */
  readonly nextInMs: number | null
}

export type EffectCounts = Record<EffectKind, Partial<Record<EffectState, number>>>

/** A claim, an intent or a look-up. */
export interface HeldEpoch {
  readonly id: string
  readonly epoch: number
}

export interface RecoverRequest {
  /**
   * True only at the start of a process that nobody else can be working beside (it holds the
   * embedded database's lock): every claim and intent is then an orphan. False, for the sweep and
   * for several workers: those whose deadline passed by the database's clock, and those of `gone`.
   */
  readonly everything: boolean
  /** Holders whose process is gone. */
  readonly gone?: readonly string[]
  /** Effects that their holder stopped working on; one with another epoch by now is left alone. */
  readonly letGo?: readonly HeldEpoch[]
  /** Milliseconds until the first look-up of an effect that falls in doubt. */
  readonly lookUpInMs: number
}

export interface Recovered {
  /** Look-ups whose holder is gone: the same one is due again, none was counted. */
  readonly freed: number
  /** Claims without intent that went back to planned. */
  readonly replanned: number
  /** Intents that are in doubt now. */
  readonly doubted: number
}

/** What the intent journal remembers of a request that may have left. */
export interface JournaledIntent {
  readonly effectId: string
  readonly epoch: number
  readonly baseline: Json
  readonly bodyHash: string
}

export interface Restored {
  readonly restored: number
  /** Effects that the ledger does not know at all: it is older than its journal. */
  readonly unknown: readonly string[]
}

export interface LookUpsWaiting {
  readonly kind: EffectKind
  readonly state: 'in-doubt' | 'held'
  /** Complete look-ups so far, which found nothing. */
  readonly lookups: number
  /** Milliseconds since 1970. */
  readonly dueMs: number
}
