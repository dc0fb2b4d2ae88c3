/** Pure. `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers-10). */
import type { Budget } from '../tables.ts'
import type { BudgetUse } from './budget-use.ts'

export function rateLimitHeaders(
  budget: Budget,
  { limit, free, nextFreeAtMs }: BudgetUse,
  { nowMs, windowMs }: { readonly nowMs: number; readonly windowMs: number },
): Readonly<Record<string, string>> {
  const seconds = (ms: number): number => Math.max(0, Math.ceil(ms / 1_000))
  const next = nextFreeAtMs === null ? '' : `;t=${seconds(nextFreeAtMs - nowMs)}`
  return {
    'ratelimit-policy': `"${budget}";q=${limit};w=${seconds(windowMs)}`,
    ratelimit: `"${budget}";r=${free}${next}`,
  }
}
