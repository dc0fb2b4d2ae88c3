/**
 * What a typed client call looks like, so that whoever needs one (the client's callers, the live
 * provider of the service) depends on the contract alone.
 */
import type { Static, TSchema } from 'typebox'
import type { api } from './api.ts'
import type { Operation, ParamsOf, ReplyBody, StatusOf } from './operation.ts'

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

type Success = 200 | 201 | 202 | 204

/** The body of an operation's 2xx; undefined where it has none, unknown where none is shown. */
export type SuccessBody<Id extends OperationId> = (typeof api)[Id] extends {
  readonly notShown: 'reply'
}
  ? unknown
  : ReplyBody<(typeof api)[Id], StatusOf<(typeof api)[Id]> & Success>

/**
 * How a call ends, as far as a provider must know. `ok`: a 2xx whose body parsed. `never-sent`:
 * certainly never reached the service. `in-doubt`: anything else than an answer (docs/money.md), so
 * a POST may have been processed.
 */
export type CallOutcome<Body> =
  | { readonly outcome: 'answered'; readonly ok: true; readonly body: Body }
  | {
      readonly outcome: 'answered'
      readonly ok: false
      readonly status: number
      readonly detail: string
      readonly retryAfterMs?: number
    }
  | { readonly outcome: 'never-sent' }
  | { readonly outcome: 'in-doubt'; readonly unfit?: string }

export type Call = <Id extends OperationId>(
  operation: Id,
  request: CallRequest<(typeof api)[Id]>,
) => Promise<CallOutcome<SuccessBody<Id>>>
