/**
 * Authenticates a caller. An address that keeps sending wrong keys gets 429 without a database
 * query, except for keys that were accepted lately, so that others cannot lock a client out.
 */
import type { Clock } from '../../clock.ts'
import { detail } from '../../contract/problem.ts'
import { Refusal } from '../http/refusal.ts'
import { retryAfter } from '../http/retry-after.ts'
import type { ServiceTools } from '../service-tools.ts'
import { addressGroup } from './address-group.ts'
import { authenticate, type Caller, type CallHeaders, presentedHash } from './authenticate.ts'
import { openFailureTable } from './failure-table.ts'
import { noteKeyUse } from './note-key-use.ts'

const MINUTE_MS = 60_000
const ADDRESSES_MAX = 10_000
/** Hashes of accepted keys that are kept; beyond it the one used longest ago is dropped. */
const ACCEPTED_MAX = 10_000

export interface ArrivedCall {
  readonly headers: CallHeaders
  /** The other end of the connection. */
  readonly address: string
  readonly needsAccount: boolean
}

type Tools = Pick<ServiceTools, 'db' | 'secrets' | 'limits' | 'notedUses'> & { clock: Clock }

/** The returned function throws a Refusal 401, 400 or 403, or 429 with Retry-After in seconds. */
export function callerAdmission(tools: Tools): (call: ArrivedCall) => Promise<Caller> {
  const failures = openFailureTable({
    failuresMax: tools.limits.failedKeysPerMinute,
    windowMs: MINUTE_MS,
    addressesMax: ADDRESSES_MAX,
  })
  const accepted = new Set<string>()
  const accept = (key: string): void => {
    accepted.delete(key)
    accepted.add(key)
    const [oldest] = accepted
    if (accepted.size > ACCEPTED_MAX && oldest !== undefined) accepted.delete(oldest)
  }
  return async ({ headers, address, needsAccount }) => {
    const from = addressGroup(address)
    const hash = presentedHash(tools.secrets, headers)
    const key = hash?.toString('base64') ?? ''
    if (!accepted.has(key)) {
      const waitMs = failures.waitMs(from, tools.clock.uptime())
      if (waitMs > 0) throw new Refusal(429, detail.keyThrottled, retryAfter(waitMs))
    }
    try {
      const caller = await authenticate(tools, { hash, headers, needsAccount })
      accept(key)
      await noteKeyUse(tools, caller.credentialId)
      return caller
    } catch (error) {
      if (error instanceof Refusal && error.status === 401) {
        accepted.delete(key)
        failures.note(from, tools.clock.uptime())
      }
      throw error
    }
  }
}
