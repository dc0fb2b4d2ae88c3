/** What an answer of the service that a live provider forwards to is worth to its caller. */
import type { api } from '../../contract/api.ts'
import type { Call, CallOutcome, CallRequest, OperationId } from '../../contract/call.ts'
import type { Operation, ReplyBody, StatusOf } from '../../contract/operation.ts'
import { Failure } from '../../failure.ts'
import type { Log } from '../../log.ts'

/** The other service, and where its operator is told what only an operator can cure. */
export interface LiveService {
  readonly call: Call
  readonly log: Log
}

type Success<Id extends OperationId> = ReplyBody<
  (typeof api)[Id],
  StatusOf<(typeof api)[Id]> & (200 | 201)
>

/**
 * `limited`: it may be asked again later. `refused`: a 4xx that will not change by itself.
 * `not_sent`: certainly nothing happened there. `doubt`: a POST may have been processed.
 */
export type LiveAnswer<Body> =
  | { readonly got: 'body'; readonly body: Body }
  | { readonly got: 'limited'; readonly retryAfterMs: number | null }
  | { readonly got: 'refused'; readonly status: number; readonly detail: string }
  | { readonly got: 'not_sent' }
  | { readonly got: 'doubt' }

/** The status was looked up in the operation that gives the body its type. */
export async function askLive<Id extends OperationId>(
  live: LiveService,
  id: Id,
  request: CallRequest<(typeof api)[Id]>,
): Promise<LiveAnswer<Success<Id>>> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Its status was looked up.
  const answer = judge(await callOf(live, id, request)) as LiveAnswer<Success<Id>>
  if (answer.got === 'refused' && isAccess(answer.status)) {
    const { status } = answer
    live.log.error({ route: id, status }, 'the live service refuses LIVE_API_KEY or its account')
  }
  return answer
}

/** A key file that cannot be read just now is an operator's trouble: nobody knows what was sent. */
async function callOf<Id extends OperationId>(
  live: LiveService,
  id: Id,
  request: CallRequest<(typeof api)[Id]>,
): Promise<LooseOutcome> {
  try {
    return await live.call(id, request)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    live.log.error({ route: id, code: error.code }, error.message)
    return { outcome: 'in_doubt' }
  }
}

/** A wrong key or account: no caller can cure it. */
export function isAccess(status: number): boolean {
  return status === 401 || status === 403
}

type LooseOutcome =
  | {
      readonly outcome: 'answered'
      readonly reply: { readonly status: number; readonly body: unknown }
      readonly retryAfterMs: number | null
    }
  | Extract<CallOutcome<Operation>, { outcome: 'undocumented' }>
  | { readonly outcome: 'not_sent' }
  | { readonly outcome: 'in_doubt' }

/** Too slow for the other side, or too early: neither says that nothing was done. */
const DOUBTFUL: ReadonlySet<number> = new Set([408, 425])

function judge(outcome: LooseOutcome): LiveAnswer<unknown> {
  if (outcome.outcome === 'not_sent') return { got: 'not_sent' }
  if (outcome.outcome === 'in_doubt') return { got: 'doubt' }
  const { retryAfterMs } = outcome
  const status = outcome.outcome === 'answered' ? outcome.reply.status : outcome.status
  if (outcome.outcome === 'answered' && status >= 200 && status < 300) {
    return { got: 'body', body: outcome.reply.body }
  }
  if (status < 400 || status >= 500 || DOUBTFUL.has(status)) return { got: 'doubt' }
  if (status === 429 || retryAfterMs !== null) return { got: 'limited', retryAfterMs }
  const detail = outcome.outcome === 'answered' ? detailOf(outcome.reply.body) : outcome.detail
  return { got: 'refused', status, detail }
}

function detailOf(body: unknown): string {
  const detail: unknown = Object(body).detail
  return typeof detail === 'string' ? detail : ''
}
