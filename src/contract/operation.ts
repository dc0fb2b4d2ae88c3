/** The shape of an operation of the interface, and the request and reply types it implies. */
import type { Static, TSchema } from 'typebox'

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** A reply without a body. */
export const NO_BODY = null

export type Operation = {
  readonly id: string
  readonly method: Method
  /** Path with `{name}` for each parameter; every parameter is a uuid. */
  readonly path: `/${string}`
  /** Whether X-Account-Id is needed. */
  readonly account: boolean
  /** True when no API key is needed. */
  readonly public?: true
  /** Which hourly budget a request uses. */
  readonly quota?: 'consultations' | 'orders'
  readonly summary: string
  readonly query?: TSchema
  readonly body?: TSchema
  /**
   * Fields of the reply, or of each row of its page, that the interface does not show: `a/b` is the
   * field `b` of `a`. Another service may give them another form, and a client then reads none.
   * `reply`: all of it, so that any JSON object, or nothing, says that it was done.
   */
  readonly notShown?: 'reply' | readonly string[]
  readonly replies: { readonly [status: number]: TSchema | typeof NO_BODY }
}

type ParameterNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterNames<Rest>
  : never

export type ParamsOf<O extends Operation> = { readonly [Name in ParameterNames<O['path']>]: string }

export type QueryOf<O extends Operation> = O extends { readonly query: infer Q extends TSchema }
  ? Static<Q>
  : undefined

export type BodyOf<O extends Operation> = O extends { readonly body: infer B extends TSchema }
  ? Static<B>
  : undefined

export type StatusOf<O extends Operation> = keyof O['replies'] & number

export type ReplyBody<
  O extends Operation,
  S extends StatusOf<O>,
> = O['replies'][S] extends infer Schema extends TSchema ? Static<Schema> : undefined

/** One member for each documented status; narrow by `status`. */
export type ReplyOf<O extends Operation> = {
  [S in StatusOf<O>]: { readonly status: S; readonly body: ReplyBody<O, S> }
}[StatusOf<O>]
