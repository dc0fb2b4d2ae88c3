/** The client as the contract's `Call`, for whoever knows the contract alone. */
import { api } from '../contract/api.ts'
import type { Call, CallOutcome, OperationId } from '../contract/call.ts'
import type { Operation } from '../contract/operation.ts'
import type { CallResult } from './answer.ts'
import type { Client } from './client.ts'

export function contractCall(client: Client): Call {
  return async (id, request) => outcomeOf(id, await client.call(id, request))
}

/** The status was looked up in the operation that gives it its type. */
function outcomeOf<Id extends OperationId>(id: Id, result: CallResult<unknown>) {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Its status was looked up.
  return looseOutcome(api[id], result) as CallOutcome<(typeof api)[Id]>
}

function looseOutcome(operation: Operation, result: CallResult<unknown>): unknown {
  if (result.outcome === 'never-sent') return { outcome: 'not_sent', reason: result.why }
  if (result.outcome === 'in-doubt') {
    return { outcome: 'in_doubt', reason: result.why, status: result.status ?? null }
  }
  const { status } = result
  if (result.ok) {
    return { outcome: 'answered', reply: { status, body: result.body }, retryAfterMs: null }
  }
  const retryAfterMs = result.retryAfterMs ?? null
  const { detail } = result
  if (status in operation.replies) {
    return { outcome: 'answered', reply: { status, body: { detail } }, retryAfterMs }
  }
  if (status >= 400 && status < 500) {
    return { outcome: 'undocumented', status, detail, retryAfterMs }
  }
  return { outcome: 'in_doubt', reason: `status ${status}`, status }
}
