/**
 * Authenticates a caller. A right key always passes. An address that keeps sending wrong ones gets
 * 429; a call without any key is told 401, as the interface says, and counts for nothing.
 */
import type { ServiceTools } from '../service-tools.ts'
import { Refusal } from '../http/refusal.ts'
import { authentication, type Caller, type CallHeaders, presentsKey } from './authenticate.ts'
import { failedKeyCounter } from './count-failed-key.ts'
import { noteKeyUse } from './note-key-use.ts'

export interface ArrivedCall {
  readonly headers: CallHeaders
  /** Of the caller; behind a trusted proxy the one that it names. */
  readonly address: string
  readonly needsAccount: boolean
}

type Tools = Pick<
  ServiceTools,
  'db' | 'secrets' | 'clock' | 'limits' | 'notedUses' | 'acceptsDemoKey'
>

/** The returned function throws a Refusal 401, 400 or 403, or 429 with Retry-After in seconds. */
export function callerAdmission(tools: Tools): (call: ArrivedCall) => Promise<Caller> {
  const authenticate = authentication(tools)
  const countFailure = failedKeyCounter(tools)
  return async ({ headers, address, needsAccount }) => {
    try {
      const caller = await authenticate({ headers, needsAccount })
      await noteKeyUse(tools, caller.credentialId)
      return caller
    } catch (error) {
      const isWrongKey = error instanceof Refusal && error.status === 401 && presentsKey(headers)
      if (isWrongKey) await countFailure(address)
      throw error
    }
  }
}
