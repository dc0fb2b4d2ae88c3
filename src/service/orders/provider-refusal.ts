/** Pure. What a provider refuses, as a reply of ours. */
import type { ChargeRefused } from '../providers/payments.ts'

export function providerRefusal(refused: ChargeRefused) {
  const { status } = refused
  return { status, body: { detail: refused.detail }, headers: retryAfter(refused) } as const
}

/** For operations without a body and a limit of their own: no 422, and no 429. */
export function bareRefusal(refused: ChargeRefused) {
  const status = refused.status === 429 || refused.status === 503 ? 503 : 409
  return { ...providerRefusal(refused), status } as const
}

/** In whole seconds, as the header counts. */
function retryAfter({ retryAfterMs }: ChargeRefused): Readonly<Record<string, string>> {
  if (retryAfterMs === undefined) return {}
  return { 'retry-after': String(Math.max(1, Math.ceil(retryAfterMs / 1000))) }
}
