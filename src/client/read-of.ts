/** What a caller that needs an answer gets: the body, null for 404, or a Failure with the cure. */
import { Failure } from '../failure.ts'
import type { CallResult } from './answer.ts'
import { serviceRefused, unanswered, wrongService } from './failures.ts'

export function readOf(result: CallResult<unknown>, origin: string, operation: string): unknown {
  if (result.outcome === 'answered' && result.ok) return result.body
  if (result.outcome === 'answered' && result.status === 404 && result.stop === undefined) {
    return null
  }
  throw failureOf(result, origin, operation)
}

export function failureOf(result: CallResult<unknown>, origin: string, operation: string): Failure {
  if (result.outcome === 'never-sent') return result.cause
  if (result.outcome === 'in-doubt') {
    const isUnfit = result.status !== undefined && result.status >= 200 && result.status < 300
    return isUnfit ? wrongService(origin, result.why) : unanswered(origin, result.why)
  }
  if (result.ok) throw new Error('A call that succeeded has no failure.')
  if (result.stop !== undefined) return result.stop
  const said = result.detail === '' ? '' : `, ${result.detail}`
  return serviceRefused(origin, operation, `status ${result.status}${said}`)
}
