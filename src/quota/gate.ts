/** The gate's face to those who send: one call that reserves a slot, uses it and settles it. */
import type { BucketFacts, Ending } from '../ledger/quota/quota.ts'

export interface SlotRequest {
  /** Or several, any of which will do: the first that has a unit serves the request. */
  readonly bucket: string | readonly string[]
  /** The effect's id, for the audit. */
  readonly purpose: string
  /** Asks no more (the result is then "not granted"); a request that left is not touched. */
  readonly signal?: AbortSignal
}

export interface Slot {
  /** The id of the HTTP attempt this slot was reserved for. */
  readonly useId: string
  /** Whose unit it is: with several to choose from nobody knows before. */
  readonly bucket: string
  /**
   * Call it just before the first byte is written, once the intent is stored. False means that
   * the slot is stale (the process was frozen, or slow): send nothing and end `never-sent`; the
   * gate then releases the slot, asks for another and calls `use` again.
   */
  maySend(): boolean
}

export interface Used<T> {
  readonly ending: Ending
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
  /** Grants nothing more, then waits for the requests on the wire. */
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
      /** From now on units are spaced by this, because it happened twice. */
      readonly paceMs?: number
    }
  /** A 429 came while the ledger was away; the next one will be recorded. */
  | { readonly kind: 'throttle-unrecorded'; readonly bucket: string }
  /** The ledger's clock jumped forward; what was occupied stays so for the time that remains. */
  | { readonly kind: 'clock-step'; readonly bucket: string; readonly stepMs: number }
  /** This process was frozen or slow between its slot and its first byte; nothing was sent. */
  | { readonly kind: 'stale-slot'; readonly bucket: string; readonly purpose: string }
  /** The ledger was away when a request ended; its unit stays occupied for the worst case. */
  | { readonly kind: 'settle-failed'; readonly bucket: string; readonly useId: string }
