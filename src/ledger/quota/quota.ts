/**
 * The ledger's half of a quota: which units of a bucket are occupied, until when, and by whom.
 * It decides when a request may leave; src/quota decides which. The rule and its proof stand in
 * docs/quotas.md. Two implementations, one conformance suite: PostgreSQL (quota-sql.ts) and memory
 * for simulations (test/support/ledger/quota-memory.ts).
 */

/** A budget: at most `unitsMax` requests in any rolling `windowMs` as the server counts them. */
export interface BucketSettings {
  /** Contains the credential's name, never its key: `consultations/principal`, `orders/live`. */
  readonly name: string
  readonly unitsMax: number
  readonly windowMs: number
  /** Covers clock rate error and the window's edge, not network delay (which needs no bound). */
  readonly marginMs: number
  /** A request must begin to be written within this of before its reserve call. */
  readonly sendMs: number
  /** The hard abort of one request, from its first byte. */
  readonly abortMs: number
  /** What the kernel may still deliver after an abort or a kill. */
  readonly lingerMs: number
  /** The service says that it is simulated; only then are higher limits and test time allowed. */
  readonly simulated: boolean
}

/** How a request ended, as far as the quota cares; a status of any kind is an answer. */
export type Ending = 'answered' | 'in-doubt' | 'never-sent'

export interface ReserveRequest {
  readonly bucket: string
  /** The id of the HTTP attempt: a slot never serves two. */
  readonly useId: string
  /** Who holds it: host and process, for people. */
  readonly holder: string
  /** The id of the effect that the slot is for. */
  readonly purpose: string
}

/** A use that the intent journal remembers and the ledger may have lost. */
export type RememberedUse = Omit<ReserveRequest, 'holder'>

/** All instants are milliseconds of the ledger's own clock, which never runs backwards. */
export type Reservation =
  | { readonly granted: true; readonly useId: string; readonly reservedAtMs: number }
  | {
      readonly granted: false
      readonly nowMs: number
      /** The earliest instant at which this request could be granted, if nothing changes. */
      readonly nextFreeAtMs: number
      readonly used: number
      readonly max: number
    }

/** What a bucket looks like now; enough for a forecast. */
export interface BucketFacts {
  readonly bucket: string
  readonly nowMs: number
  readonly max: number
  readonly used: number
  readonly free: number
  /** When one unit can be had; `nowMs` if at once. */
  readonly nextFreeAtMs: number
  /** One instant for each occupied unit, ascending; upper bounds for requests on the wire. */
  readonly freeAtsMs: readonly number[]
  /** Nothing leaves before this (Retry-After, or the learned pace); absent if nothing forbids. */
  readonly notBeforeMs?: number
  /** The least time between two units, learned from a second unexpected 429. */
  readonly paceMs?: number
  /** The occupancy of one unit after its end: window and margin. */
  readonly holdMs: number
  /** Unexpected 429s so far. */
  readonly throttles: number
}

/** One use of a bucket, as `frota quota` shows it; also the audit. */
export interface QuotaUse extends ReserveRequest {
  readonly units: number
  /** `foreign`: units that a 429 says somebody else used. */
  readonly state: 'reserved' | Ending | 'foreign'
  readonly reservedAtMs: number
  readonly settledAtMs?: number
  readonly freeAtMs: number
}

export interface LastLook {
  readonly nowMs: number
  readonly last?: { readonly uptimeMs: number; readonly ledgerMs: number }
}

export interface QuotaLedger {
  /** Creates the bucket, or gives it these settings; a longer window is applied to past uses. */
  ensureBucket(bucket: BucketSettings): Promise<void>
  /** Occupies a unit for the worst case, or says when to ask again. Throws for an unknown bucket. */
  reserve(request: ReserveRequest): Promise<Reservation>
  /** Frees at `end + window + margin`; only the first ending of a use counts. */
  settle(useId: string, ending: Ending): Promise<void>
  /**
   * Restores lost uses as in doubt from now on, for `holder`, and returns how many; uses that the
   * ledger knows stay as they are, and uses of buckets that it does not know are ignored.
   */
  remember(uses: readonly RememberedUse[], holder: string): Promise<number>
  /** Records a 429: fills the bucket, keeps Retry-After; the second unexpected one sets a pace. */
  throttled(bucket: string, answer: { readonly retryAfterMs?: number }): Promise<BucketFacts>
  /**
   * The ledger's clock jumped forward by `stepMs` after `sinceMs`: extends units occupied then, so
   * that they stay so for the time that really remains. False if another worker did it already.
   */
  shift(
    bucket: string,
    seen: { readonly sinceMs: number; readonly stepMs: number },
  ): Promise<boolean>
  /** The ledger's present instant, and the last look kept for `machine`, if there is one. */
  lastLook(bucket: string, machine: string): Promise<LastLook>
  /** `uptimeMs`: the machine's clock that cannot step, read before this call. */
  keepLook(
    bucket: string,
    seen: { readonly machine: string; readonly uptimeMs: number },
  ): Promise<void>
  facts(bucket: string): Promise<BucketFacts>
  /** The facts of several at once, in the order of the request. */
  factsOf(buckets: readonly string[]): Promise<BucketFacts[]>
  /** The names of all buckets that ever existed. */
  buckets(): Promise<string[]>
  /** The uses that still occupy the bucket, soonest free first, at most `USES_SHOWN_MAX`. */
  uses(bucket: string): Promise<QuotaUse[]>
}

export const USES_SHOWN_MAX = 200
