/** What an answer of the service that a live provider forwards to is worth to its caller. */
import type { api } from '../../contract/api.ts'
import type {
  Call,
  CallOutcome,
  CallRequest,
  OperationId,
  SuccessBody,
} from '../../contract/call.ts'
import { Failure } from '../../failure.ts'
import type { Log } from '../../log.ts'

/** The other service, and where its operator is told what only an operator can cure. */
export interface LiveService {
  readonly call: Call
  readonly log: Log
}

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

export async function askLive<Id extends OperationId>(
  live: LiveService,
  id: Id,
  request: CallRequest<(typeof api)[Id]>,
): Promise<LiveAnswer<SuccessBody<Id>>> {
  const outcome = await live.call(id, request).catch((error: unknown) => doubtOf(live, id, error))
  if (outcome.outcome === 'in-doubt' && outcome.unfit !== undefined) {
    live.log.error(
      { route: id, reason: outcome.unfit },
      'an answer of the live service is not used',
    )
  }
  const answer = judge(outcome)
  if (answer.got === 'refused' && isAccess(answer.status)) {
    const { status } = answer
    live.log.error({ route: id, status }, 'the live service refuses LIVE_API_KEY or its account')
  }
  return answer
}

/** A key file that cannot be read just now is an operator's trouble: nobody knows what was sent. */
function doubtOf({ log }: LiveService, route: OperationId, error: unknown): CallOutcome<never> {
  if (!(error instanceof Failure)) throw error
  log.error({ route, code: error.code }, error.message)
  return { outcome: 'in-doubt' }
}

/** A wrong key or account: no caller can cure it. */
export function isAccess(status: number): boolean {
  return status === 401 || status === 403
}

/** Too slow for the other side, or too early: neither says that nothing was done. */
const DOUBTFUL: ReadonlySet<number> = new Set([408, 425])

function judge<Body>(outcome: CallOutcome<Body>): LiveAnswer<Body> {
  if (outcome.outcome === 'never-sent') return { got: 'not_sent' }
  if (outcome.outcome === 'in-doubt') return { got: 'doubt' }
  if (outcome.ok) return { got: 'body', body: outcome.body }
  const { status, detail, retryAfterMs = null } = outcome
  if (status < 400 || status >= 500 || DOUBTFUL.has(status)) return { got: 'doubt' }
  if (status === 429 || retryAfterMs !== null) return { got: 'limited', retryAfterMs }
  return { got: 'refused', status, detail }
}
