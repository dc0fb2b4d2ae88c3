/** How much of an hourly budget a credential has used, and when more of it is free. Takes nothing. */
import type { ServiceTools } from '../service-tools.ts'
import type { Budget } from '../tables.ts'
import { countedAfterMs } from './window-verdict.ts'

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
  const limit = budget === 'orders' ? limits.ordersPerHour : limits.consultationsPerHour
  const nowMs = clock.now()
  if (kind === 'bucket') {
    const row = await db
      .selectFrom('service.quota_bucket')
      .select(['tokens', 'last_at'])
      .where('credential_id', '=', credentialId)
      .where('budget', '=', budget)
      .executeTakeFirst()
    const perMs = limit / windowMs
    const lastMs = row?.last_at.getTime() ?? nowMs
    const tokens = Math.min(limit, (row?.tokens ?? limit) + (nowMs - lastMs) * perMs)
    const free = Math.floor(tokens)
    const nextFreeAtMs = free === limit ? null : nowMs + (free + 1 - tokens) / perMs
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
  const endMs = kind === 'fixed' ? (Math.floor(nowMs / windowMs) + 1) * windowMs : undefined
  const nextFreeAtMs = oldest === null ? null : (endMs ?? oldest.getTime() + windowMs)
  return { budget, limit, used: count, free: Math.max(0, limit - count), nextFreeAtMs }
}
