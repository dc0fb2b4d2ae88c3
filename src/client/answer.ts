/** How a request to the service ended: classified, never thrown (docs/money.md). */
import type { Failure } from '../failure.ts'

/** A whole answer arrived. Its status decides what it means; a 5xx is an answer too. */
export type Answered<Body> =
  | {
      readonly outcome: 'answered'
      readonly ok: true
      /** 2xx, and the body fits the contract's schema. */
      readonly status: number
      readonly body: Body
    }
  | {
      readonly outcome: 'answered'
      readonly ok: false
      /** 3xx, 4xx or 5xx. */
      readonly status: number
      /** The service's own sentence, shortened; empty when it gave none. */
      readonly detail: string
      readonly retryAfterMs?: number
      /** Of a redirect: scheme, host and port that it leads to, where nothing is sent. */
      readonly movedTo?: string
      /** A wrong key or account: no further request can succeed, the run must end with this. */
      readonly stop?: Failure
    }

/** Not one byte of the request left this machine; sending it again is safe. */
interface NeverSent {
  readonly outcome: 'never-sent'
  readonly why: string
  /** `why` as a sentence for people, with the cure. */
  readonly cause: Failure
}

/** The request may have been processed: cut, reset, timed out, or a 2xx of another shape. */
interface InDoubt {
  readonly outcome: 'in-doubt'
  readonly why: string
  /** Present when a status line arrived before things went wrong. */
  readonly status?: number
  /** Of a 2xx of another shape: the first field that does not fit, and its value. */
  readonly unfit?: string
}

export type CallResult<Body> = Answered<Body> | NeverSent | InDoubt
