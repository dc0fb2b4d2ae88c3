/** What the handler of an operation gets and returns: a wrong status or body fails to compile. */
import type { BodyOf, Operation, ParamsOf, QueryOf, ReplyOf } from './operation.ts'

export type RequestTo<O extends Operation> = {
  readonly params: ParamsOf<O>
  readonly query: QueryOf<O>
  readonly body: BodyOf<O>
}

/** A reply as a handler returns it; headers only where a status asks for one (Retry-After). */
export type HandlerReply<O extends Operation> = ReplyOf<O> & {
  readonly headers?: Readonly<Record<string, string>>
}
