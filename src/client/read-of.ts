/** What a caller that needs an answer gets: the body, null for 404, or a Failure with the cure. */
import { api } from '../contract/api.ts'
import type { OperationId } from '../contract/call.ts'
import { Failure } from '../failure.ts'
import type { CallResult } from './answer.ts'
import { answerUnfit, serviceMoved, serviceRefused, unanswered } from './failures.ts'

export function readOf(
  result: CallResult<unknown>,
  origin: string,
  operation: OperationId,
): unknown {
  if (result.outcome === 'answered' && result.ok) return result.body
  if (result.outcome === 'answered' && result.status === 404 && result.stop === undefined) {
    return null
  }
  throw failureOf(result, origin, operation)
}

export function failureOf(
  result: CallResult<unknown>,
  origin: string,
  operation: OperationId,
): Failure {
  if (result.outcome === 'never-sent') return result.cause
  if (result.outcome === 'in-doubt') {
    const { unfit, why } = result
    if (unfit === undefined) return unanswered(origin, why)
    const code = isOfOne(operation, unfit) ? 'answer-unfit' : 'layout-unfit'
    return answerUnfit(origin, operation, unfit, code)
  }
  if (result.ok) throw new Error('A call that succeeded has no failure.')
  if (result.stop !== undefined) return result.stop
  if (result.movedTo !== undefined) return serviceMoved(origin, result.movedTo)
  const said = result.detail === '' ? '' : `, ${result.detail}`
  return serviceRefused(origin, operation, `status ${result.status}${said}`)
}

/** Whether an answer is about one thing, or one item of a list: the others may be as they should. */
function isOfOne(operation: OperationId, unfit: string): boolean {
  return api[operation].path.includes('{') || /^([a-z ]+: )?results\[/.test(unfit)
}
