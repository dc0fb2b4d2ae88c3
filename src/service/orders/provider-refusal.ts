/** Pure. A provider's refusal as a reply of the service. */
import { retryAfter } from '../http/retry-after.ts'
import type { ChargeRefused } from '../providers/payments.ts'

export function providerRefusal(refused: ChargeRefused) {
  const { status, retryAfterMs } = refused
  const headers = retryAfterMs === undefined ? {} : retryAfter(retryAfterMs)
  return { status, body: { detail: refused.detail }, headers } as const
}

/** For operations that document no 422 (no body) and no 429 (no hourly budget). */
export function bareRefusal(refused: ChargeRefused) {
  const status = refused.status === 429 || refused.status === 503 ? 503 : 409
  return { ...providerRefusal(refused), status } as const
}
