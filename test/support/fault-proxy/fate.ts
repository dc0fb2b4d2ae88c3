/** What the fault proxy does to one request, as data, and what it remembers of each. */

export type Fault =
  /** Passed on as it is. */
  | { readonly kind: 'none' }
  /** The connection is reset before anything is passed on. */
  | { readonly kind: 'reset-before' }
  /** Passed on and processed; the connection is reset before the status line. */
  | { readonly kind: 'reset-during' }
  /** Processed; the connection is reset in the middle of the answer's body. */
  | { readonly kind: 'reset-after' }
  /** Processed; half of the body is sent under the length of all of it, then an orderly end. */
  | { readonly kind: 'cut' }
  /** Passed on that much later; the sender waits. */
  | { readonly kind: 'delay'; readonly ms: number }
  /** Delivered twice, one after the other; the sender sees the first answer, or a reset. */
  | { readonly kind: 'duplicate'; readonly answer: 'first' | 'none' }
  /** Processed and answered 500. */
  | { readonly kind: 'error-after-commit' }
  /** Not passed on, answered 503. */
  | { readonly kind: 'unavailable' }
  /** Not passed on, answered 429, with `Retry-After` or without. */
  | { readonly kind: 'throttled'; readonly retryAfterSeconds?: number }
  /** Processed; the status of the answer with a body that is no JSON. */
  | { readonly kind: 'garbage' }

export type FaultKind = Fault['kind']

/** What is decided on: the path is without its query. */
export interface Asked {
  readonly method: string
  readonly path: string
}

/** Asked once for each request that arrived whole, in the order of their arrival. */
export type ChooseFault = (asked: Asked) => Fault

/** A request that arrived whole, and what became of it. */
export interface Seen extends Asked {
  /** From 0, in the order of arrival. */
  readonly ordinal: number
  readonly atMs: number
  readonly fault: FaultKind
  /** The service's own answers, one for each time that it was delivered. */
  readonly answers: readonly { readonly status: number; readonly id: string | null }[]
}

/**
 * `arrived`: nothing was passed on yet. `processed`: the service answered, the sender knows nothing.
 * `answered`: the last byte that the sender will get was handed to the kernel.
 */
export type Phase = 'arrived' | 'processed' | 'answered'
export type Watch = (phase: Phase, seen: Seen) => void
