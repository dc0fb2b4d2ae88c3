/** What a service must hold for an api: a missing handler or a wrong status fails to compile. */
import type { Api, BodyOf, Operation, ParamsOf, QueryOf, ReplyOf } from './operation.ts'

export type RequestTo<O extends Operation> = {
  readonly params: ParamsOf<O>
  readonly query: QueryOf<O>
  readonly body: BodyOf<O>
}

/** A reply as a handler returns it; headers only where a status asks for one (Retry-After). */
export type HandlerReply<O extends Operation> = ReplyOf<O> & {
  readonly headers?: Readonly<Record<string, string>>
}

type Handler<O extends Operation, Context> = (
  request: RequestTo<O>,
  context: Context,
) => Promise<HandlerReply<O>>

/**
 * One handler for each operation. `Contexts` says what a handler is given:
 * `account` where the operation needs one, `brand` with a key alone, `public` otherwise.
 */
export type Handlers<
  A extends Api,
  Contexts extends { account: unknown; brand: unknown; public: unknown } = {
    account: unknown
    brand: unknown
    public: unknown
  },
> = {
  readonly [Id in keyof A]: Handler<
    A[Id],
    A[Id] extends { public: true }
      ? Contexts['public']
      : A[Id] extends { account: true }
        ? Contexts['account']
        : Contexts['brand']
  >
}
