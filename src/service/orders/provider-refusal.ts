/** Pure. What a provider refuses, as a reply of ours. */
import { retryAfter } from '../http/retry-after.ts'
import type { ChargeRefused } from '../providers/payments.ts'

export function providerRefusal(refused: ChargeRefused) {
  const { status, retryAfterMs } = refused
  const headers = retryAfterMs === undefined ? {} : retryAfter(retryAfterMs)
  return { status, body: { detail: refused.detail }, headers } as const
}

/** For operations without a body and a limit of their own: no 422, and no 429. */
export function bareRefusal(refused: ChargeRefused) {
  const status = refused.status === 429 || refused.status === 503 ? 503 : 409
  return { ...providerRefusal(refused), status } as const
}
