/** How much of an hourly budget a credential has used, and when more of it is free. Takes nothing. */
import type { ServiceTools } from '../service-tools.ts'
import type { Budget } from '../tables.ts'
import { limitOf } from './service-limits.ts'
import { countedAfterMs, freeAgainAtMs, tokensNow } from './window-verdict.ts'

export interface BudgetUse {
  readonly budget: Budget
  readonly limit: number
  readonly used: number
  readonly free: number
  /** When the next slot comes free; null while all are. */
  readonly nextFreeAtMs: number | null
}

type Tools = Pick<ServiceTools, 'db' | 'clock' | 'limits'>

export async function readBudget(
  { db, clock, limits }: Tools,
  credentialId: string,
  budget: Budget,
): Promise<BudgetUse> {
  const { windowKind: kind, windowMs } = limits
  const limit = limitOf(limits, budget)
  const nowMs = clock.now()
  if (kind === 'bucket') {
    const row = await db
      .selectFrom('service.quota_bucket')
      .select(['tokens', 'last_at'])
      .where('credential_id', '=', credentialId)
      .where('budget', '=', budget)
      .executeTakeFirst()
    const lastAtMs = row?.last_at.getTime() ?? nowMs
    const bucket = { windowMs, max: limit, tokens: row?.tokens ?? null, lastAtMs, nowMs }
    const tokens = tokensNow(bucket)
    const free = Math.floor(tokens)
    const toNext = ((free + 1 - tokens) * windowMs) / limit
    const nextFreeAtMs = free === limit ? null : nowMs + toNext
    return { budget, limit, used: limit - free, free, nextFreeAtMs }
  }
  const { used, oldest } = await db
    .selectFrom('service.quota_use')
    .select(({ fn }) => [fn.countAll<bigint>().as('used'), fn.min('used_at').as('oldest')])
    .where('credential_id', '=', credentialId)
    .where('budget', '=', budget)
    .where('used_at', '>', new Date(countedAfterMs(kind, windowMs, nowMs)))
    .where((row) =>
      row.or([row('held_until', 'is', null), row('held_until', '>', new Date(nowMs))]),
    )
    .executeTakeFirstOrThrow()
  const count = Number(used)
  const nextFreeAtMs =
    oldest && freeAgainAtMs({ kind, windowMs, decisiveAtMs: oldest.getTime(), nowMs })
  return { budget, limit, used: count, free: Math.max(0, limit - count), nextFreeAtMs }
}
