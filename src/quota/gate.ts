/** The interface of the gate for senders: one call reserves a slot, uses it and settles it. */
import type { BucketFacts, Ending } from '../ledger/quota/quota.ts'

export interface SlotRequest {
  /** With several, the first that has a unit serves the request. */
  readonly bucket: string | readonly string[]
  /** The effect's id, for the audit. */
  readonly purpose: string
  /** Once aborted, no slot is asked for ("not granted"); a request that has left goes on. */
  readonly signal?: AbortSignal | undefined
}

export interface Slot {
  /** The id of the HTTP attempt this slot was reserved for. */
  readonly useId: string
  /** The bucket that granted it: known only now when the request named several. */
  readonly bucket: string
  /**
   * Call it just before the first byte is written, once the intent is stored. False means that
   * the slot is stale (the process was frozen, or slow): send nothing and end `never-sent`; the
   * gate then releases the slot, asks for another and calls `use` again.
   */
  maySend(): boolean
}

export interface Used<T> {
  /** `told`: the ledger has it already, from the statement that moved the effect. */
  readonly ending: Ending | 'told'
  /** Present when the answer was a 429, or a 4xx with Retry-After. */
  readonly throttled?: { readonly retryAfterMs?: number }
  readonly value: T
}

export type SlotResult<T> =
  | { readonly granted: true; readonly value: T }
  | {
      readonly granted: false
      /** On the ledger's clock, for people. */
      readonly nextFreeAtMs: number
      /** From now, for delays: the worker's wall clock may be wrong. */
      readonly waitMs: number
    }

export interface Gate {
  /**
   * Runs `use` with a slot of its own. If `use` throws, the slot is in doubt and the error goes on
   * to the caller. Rejects when the ledger cannot be reached: without it nothing is sent.
   */
  withSlot<T>(request: SlotRequest, use: (slot: Slot) => Promise<Used<T>>): Promise<SlotResult<T>>
  facts(bucket: string): Promise<BucketFacts>
  /** Of several at once, in the order of the request. */
  factsOf(buckets: readonly string[]): Promise<BucketFacts[]>
  /** Grants nothing more and resolves when the requests under way have ended. */
  close(): Promise<void>
}

/** What an operator should hear of; nothing in it is personal. */
export type GateAlarm =
  /** The service said 429 although the rule was kept: somebody else uses the credential. */
  | {
      readonly kind: 'throttled'
      readonly bucket: string
      readonly throttles: number
      readonly retryAfterMs?: number
      /** Present from the second 429 on: from now on units are this far apart. */
      readonly paceMs?: number
    }
  /** A 429 came while the ledger was away, so it is not recorded. */
  | { readonly kind: 'throttle-unrecorded'; readonly bucket: string }
  /** The ledger's clock jumped forward; occupied units stay so for the time that really remains. */
  | { readonly kind: 'clock-step'; readonly bucket: string; readonly stepMs: number }
  /** This process was frozen or slow between its slot and its first byte; nothing was sent. */
  | { readonly kind: 'stale-slot'; readonly bucket: string; readonly purpose: string }
  /** The ledger was away when a request ended; its unit stays occupied for the worst case. */
  | { readonly kind: 'settle-failed'; readonly bucket: string; readonly useId: string }
