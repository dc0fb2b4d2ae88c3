/**
 * What a kind of effect must supply so that the engine can send it at most once. The engine knows
 * states, slots, intents and look-ups; a stage knows what a vehicle, a consultation or an order is.
 */
import type { Answered, CallResult } from '../client/answer.ts'
import type { Effect, Json, SentKind } from '../ledger/effects/effects.ts'
import type { Tx } from '../ledger/schema/tx.ts'

/** Something at the service that may be the effect's doing. */
export interface Match<Thing> {
  readonly remoteId: string
  readonly thing: Thing
}

export type Preparation<Prepared, Thing> =
  /** Send `ready`; `baseline` is what exists before, so that a look-up can tell the new one. */
  | { readonly ready: Prepared; readonly baseline: Json; readonly bodyHash: string }
  /** It is there already: nothing is sent, no slot is used. */
  | { readonly adopt: Match<Thing>; readonly why: string }
  /** It must never be sent as it stands; a sentence for people. */
  | { readonly refuse: string }
  /** A person must decide first (more than one candidate, an order that blocks). */
  | { readonly quarantine: string }
  /** Not now; it stays planned and no attempt is counted. */
  | { readonly snoozeMs: number; readonly why: string }

/** What a 2xx that parsed means to the stage. */
export type Fit =
  | { readonly fits: true; readonly remoteId: string }
  /** It does not answer what was asked: looked up like any answer that was not understood. */
  | { readonly fits: false; readonly why: string }
  /** Something was created and it is not what was asked for: recorded, and a person decides. */
  | { readonly fits: 'quarantine'; readonly remoteId: string; readonly why: string }

/** What is recorded in the transaction that settles the effect. */
export type Found<Reply, Thing> =
  | { readonly how: 'done'; readonly reply: Reply }
  | { readonly how: 'adopted'; readonly match: Match<Thing> }
  /** `status` is absent when the stage itself refused before anything was sent. */
  | { readonly how: 'rejected'; readonly reason: string; readonly status?: number }
  | {
      readonly how: 'quarantined'
      readonly reason: string
      readonly reply?: Reply
      readonly matches: readonly Match<Thing>[]
    }
  | { readonly how: 'needs-person'; readonly reason: string }

export interface Leave {
  /**
   * Must be asked exactly once, when the connection stands and before the first byte: false means
   * that the slot or the intent went stale, and the request must end `never-sent`.
   */
  mayLeave(): boolean
  /** Bucket that granted the slot; empty for requests without a quota. */
  readonly bucket: string
}

export interface EffectStage<Prepared, Reply, Thing> {
  readonly kind: SentKind
  /** Null for requests without a quota. */
  readonly budget: {
    /** With several, a slot of any one of them will do. */
    readonly bucket: string | readonly string[]
  } | null
  /** Told which effects a job claimed together, so that what they need may be read together. */
  expect?(effects: readonly Effect[]): void
  /** Reads what exists before the request. May throw a Failure: the effect then goes back to planned. */
  prepare(effect: Effect): Promise<Preparation<Prepared, Thing>>
  /**
   * Whether the baseline is still true; asked when the slot is granted and only the intent is left
   * to write. False prepares anew. Without this function a baseline is good for half a minute.
   */
  stands?(ready: Prepared): Promise<boolean>
  /** The one POST; no retry, no second request. Answers, never throws, however it ended. */
  send(ready: Prepared, leave: Leave): Promise<CallResult<Reply>>
  fits(reply: Reply, ready: Prepared): Fit
  /**
   * Everything at the service that may be this effect's doing and is not in its baseline. Throws
   * when it could not look at everything: an incomplete look-up is no answer.
   */
  lookUp(effect: Effect): Promise<readonly Match<Thing>[]>
  /** Writes the stage's own rows in the effect's transaction; no network in here. */
  record(tx: Tx, effect: Effect, found: Found<Reply, Thing>): Promise<void>
}

/** How one send ended, by the table of the effects page; `classify` makes it from a CallResult. */
export type Ending<Reply> =
  | {
      readonly end: 'done'
      readonly reply: Reply
      readonly remoteId: string
      readonly status: number
    }
  | {
      readonly end: 'quarantined'
      readonly reply: Reply
      readonly remoteId: string
      readonly status: number
      readonly why: string
    }
  | { readonly end: 'rejected'; readonly status: number; readonly why: string }
  /** 401 or an account error: certainly not processed, but nothing else will be either. */
  | {
      readonly end: 'stopped'
      readonly status: number
      readonly why: string
      readonly failure: Error
    }
  /** 409: it may be there already, so it is looked up at once. */
  | { readonly end: 'conflict'; readonly status: 409; readonly why: string }
  | {
      readonly end: 'throttled'
      readonly status: number
      readonly why: string
      readonly retryAfterMs?: number
    }
  | { readonly end: 'never-sent'; readonly why: string }
  | { readonly end: 'in-doubt'; readonly why: string; readonly status?: number }

export type RejectedAnswer = Extract<Answered<never>, { ok: false }>
