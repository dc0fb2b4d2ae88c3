/**
 * What a typed client call looks like, so that whoever needs one (the client's callers, the live
 * provider of the service) depends on the contract alone.
 */
import type { Static, TSchema } from 'typebox'
import type { api } from './api.ts'
import type { Operation, ParamsOf, ReplyOf } from './operation.ts'

export type OperationId = keyof typeof api

type Part<Name extends string, Value> = [keyof Value] extends [never]
  ? { readonly [K in Name]?: undefined }
  : { readonly [K in Name]: Value }

type QueryPart<O> = O extends { readonly query: infer Q extends TSchema }
  ? { readonly query?: Static<Q> }
  : { readonly query?: undefined }

type BodyPart<O> = O extends { readonly body: infer B extends TSchema }
  ? { readonly body: Static<B> }
  : { readonly body?: undefined }

/** Path parameters, query and body as the operation has them; key and account are the caller's. */
export type CallRequest<O extends Operation> = Part<'params', ParamsOf<O>> &
  QueryPart<O> &
  BodyPart<O>

/**
 * How a call ends. `answered`: a documented status whose body parsed. `undocumented`: a complete
 * answer with a status that the contract lacks, of 4xx only. `not_sent`: certainly never reached
 * the service. `in_doubt`: anything else (docs/money.md), so a POST may have been processed.
 */
export type CallOutcome<O extends Operation> =
  | {
      readonly outcome: 'answered'
      readonly reply: ReplyOf<O>
      readonly retryAfterMs: number | null
    }
  | {
      readonly outcome: 'undocumented'
      readonly status: number
      readonly detail: string
      readonly retryAfterMs: number | null
    }
  | { readonly outcome: 'not_sent'; readonly reason: string }
  | { readonly outcome: 'in_doubt'; readonly reason: string; readonly status: number | null }

export type Call = <Id extends OperationId>(
  operation: Id,
  request: CallRequest<(typeof api)[Id]>,
) => Promise<CallOutcome<(typeof api)[Id]>>
