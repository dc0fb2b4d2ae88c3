/** What falls due on which day: of all that counts as owed, and how much of it is ordered. */
import { sql } from 'kysely'
import { jsonRows } from '../reports/report-pages.ts'
import type { LedgerDb } from '../schema/tx.ts'
import { withOwedDebts, type OwedScope } from './owed-debts.ts'

export interface DueDay {
  /** YYYY-MM-DD. */
  readonly day: string
  readonly debts: number
  readonly cents: bigint
  /** Debts whose order waits for its payment. */
  readonly orderedDebts: number
  readonly orderedCents: bigint
  /** Vehicles with a debt of the day that is in no order: each would be an order, with its fee. */
  readonly vehicles: number
  /** Plates of the day, in order, without repetition. */
  readonly plates: readonly string[]
}

/** Days from `from` to `to`, both YYYY-MM-DD and inclusive; oldest first. */
export async function dueDays(
  db: LedgerDb,
  scope: OwedScope,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<DueDay[]> {
  return jsonRows<DueDay>(
    db,
    sql`${withOwedDebts(scope)}
      select to_char(d.due_date, 'YYYY-MM-DD') as day, count(*)::integer as debts,
        sum(d.amount_cents)::text as cents,
        (count(*) filter (where d.state = 'ordered'))::integer as "orderedDebts",
        coalesce(sum(d.amount_cents) filter (where d.state = 'ordered'), 0)::text
          as "orderedCents",
        (count(distinct d.vehicle_id) filter (where d.state <> 'ordered'))::integer as vehicles,
        json_agg(distinct v.plate) as plates
      from owed_debt d join frota.vehicle v on v.id = d.vehicle_id
      where d.standing = 'owed' and d.due_date between ${from}::date and ${to}::date
      group by d.due_date order by d.due_date`,
  )
}

/** The service's fee for one order, as its newest preview said; null before the first. */
export async function newestFee(db: LedgerDb, fleetId: string): Promise<bigint | null> {
  const row = await db
    .selectFrom('frota.order_plan')
    .select('fee_cents')
    .where('fleet_id', '=', fleetId)
    .where('fee_cents', 'is not', null)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.fee_cents ?? null
}
