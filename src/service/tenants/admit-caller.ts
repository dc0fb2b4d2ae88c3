/**
 * Lets a caller in, or ends the request: an address that keeps sending wrong keys waits, and the
 * database is not asked. A key that was accepted lately is not held up by others at its address.
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
/** Hashes of keys that were accepted; beyond them the one used longest ago is forgotten. */
const ACCEPTED_MAX = 10_000

export interface ArrivedCall {
  readonly headers: CallHeaders
  /** The other end of the connection. */
  readonly address: string
  readonly needsAccount: boolean
}

type Tools = Pick<ServiceTools, 'db' | 'secrets' | 'limits' | 'notedUses'> & { clock: Clock }

/** What it makes throws a Refusal 401, 400 or 403, or 429 with Retry-After in whole seconds. */
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
