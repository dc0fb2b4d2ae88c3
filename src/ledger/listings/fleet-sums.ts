/** What a fleet owes in a few sums, and of how much of it that is known, in one statement. */
import { sql, type RawBuilder } from 'kysely'
import type { LedgerDb } from '../schema/tx.ts'
import { withOwedDebts, type OwedScope } from './owed-debts.ts'

export interface Amount {
  readonly count: number
  readonly cents: bigint
}

export interface FleetSums {
  readonly owed: Amount
  readonly overdue: Amount
  /** Due from today to the day, inclusive, in the order in which the days were given. */
  readonly until: readonly Amount[]
  /** Without a due date: what the service lets be paid, and what it does not. */
  readonly undated: { readonly payable: Amount; readonly shut: Amount }
  readonly vehicles: number
  /** Vehicles without an answer since `freshSince`, and what they owed when last answered. */
  readonly stale: Amount
  readonly neverAnswered: number
}

/** `until`: YYYY-MM-DD. */
export async function fleetSums(
  db: LedgerDb,
  scope: OwedScope,
  { until, freshSince }: { readonly until: readonly string[]; readonly freshSince: Date },
): Promise<FleetSums> {
  const { fleetId, today } = scope
  const amount = (where: RawBuilder<unknown>): RawBuilder<unknown> =>
    sql`json_build_array(count(*) filter (where ${where}),
      coalesce(sum(d.amount_cents) filter (where ${where}), 0)::text)`
  const isStale = sql`(v.latest_answer_at is null or v.latest_answer_at < ${freshSince})`
  const days = until.map((day) => amount(sql`d.due_date between ${today}::date and ${day}::date`))
  const undated = (where: RawBuilder<unknown>) => amount(sql`d.due_date is null and ${where}`)
  const { rows } = await sql<{ owed: string; vehicles: string }>`${withOwedDebts(scope)}
    select (select json_build_array(
        ${amount(sql`true`)}, ${amount(sql`d.due_date < ${today}::date`)}, ${amount(isStale)},
        json_build_array(${sql.join(days)}),
        ${undated(sql`d.is_payable`)}, ${undated(sql`not d.is_payable`)})::text
      from owed_debt d join frota.vehicle v on v.id = d.vehicle_id
      where d.standing = 'owed') as owed,
      (select json_build_array(count(*), count(*) filter (where ${isStale}),
        count(*) filter (where v.latest_answer_at is null))::text
      from frota.vehicle v
      where v.fleet_id = ${fleetId}::uuid and v.in_fleet) as vehicles`.execute(db)
  type Sum = [number, string]
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The SQL names the values.
  const [owed, overdue, stale, due, payable, shut] = JSON.parse(rows[0]?.owed ?? '') as [
    Sum,
    Sum,
    Sum,
    Sum[],
    Sum,
    Sum,
  ]
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The SQL names the values.
  const [all, staleCount, never] = JSON.parse(rows[0]?.vehicles ?? '') as [number, number, number]
  return {
    owed: amountOf(owed),
    overdue: amountOf(overdue),
    until: due.map(amountOf),
    undated: { payable: amountOf(payable), shut: amountOf(shut) },
    vehicles: all,
    stale: { count: staleCount, cents: BigInt(stale[1]) },
    neverAnswered: never,
  }
}

function amountOf([count, cents]: readonly [number, string]): Amount {
  return { count, cents: BigInt(cents) }
}
