/** Reads how much of an hourly budget a credential has used. Takes nothing. */
import { sql } from 'kysely'
import type { ServiceTools } from '../service-tools.ts'
import type { Budget } from '../tables.ts'
import { type BudgetUse, bucketUse, countedAfterMs, windowUse } from './budget-use.ts'
import { limitOf } from './service-limits.ts'

type Tools = Pick<ServiceTools, 'db' | 'clock' | 'limits'>

export async function readBudget(
  { db, clock, limits }: Tools,
  credentialId: string,
  budget: Budget,
  nowMs = clock.now(),
): Promise<BudgetUse> {
  const { windowKind: kind, windowMs } = limits
  const limit = limitOf(limits, budget)
  if (kind === 'bucket') {
    const row = await db
      .selectFrom('service.quota_bucket')
      .select(['tokens', 'last_at'])
      .where('credential_id', '=', credentialId)
      .where('budget', '=', budget)
      .executeTakeFirst()
    const lastAtMs = row?.last_at.getTime() ?? nowMs
    return bucketUse({ windowMs, limit, tokens: row?.tokens ?? null, lastAtMs, nowMs })
  }
  // The use whose end makes room is the oldest, or so much younger as more are used than may be.
  const excess = sql`greatest(count(*) - ${limit}, 0)::int4`
  const { used, decisive } = await db
    .selectFrom('service.quota_use')
    .select(({ fn }) => [
      fn.countAll<bigint>().as('used'),
      sql<Date | null>`(array_agg(used_at order by used_at))[1 + ${excess}]`.as('decisive'),
    ])
    .where('credential_id', '=', credentialId)
    .where('budget', '=', budget)
    .where('used_at', '>', new Date(countedAfterMs(kind, windowMs, nowMs)))
    .where((row) =>
      row.or([row('held_until', 'is', null), row('held_until', '>', new Date(clock.now()))]),
    )
    .executeTakeFirstOrThrow()
  const decisiveAtMs = decisive?.getTime() ?? null
  return windowUse({ kind, windowMs, limit, used: Number(used), decisiveAtMs, nowMs })
}
