/**
 * What a fleet's vehicles owe, as SQL, for lists that are searched, sorted and paged there. It says
 * of each shown debt what `owedTotals` (src/reconciliation/debts) says of it, vehicle by vehicle:
 * test/ledger/listings/owed-debts.test.ts compares the two.
 */
import { sql, type RawBuilder } from 'kysely'
import { chosenWay, IPVA } from '../debts/chosen-way.ts'

export interface OwedScope {
  readonly fleetId: string
  /** YYYY-MM-DD where the fleet is: until its due date the single payment of IPVA is chosen. */
  readonly today: string
}

/**
 * The common table expressions `ipva_year` and `owed_debt`: one row for each shown debt of
 * a vehicle of the fleet, with `standing`. Begins with `with`.
 */
export function withOwedDebts({ fleetId, today }: OwedScope): RawBuilder<unknown> {
  return sql`with ipva_year as (
      select d.vehicle_id, d.year, ${chosenWay(today)} as chosen
      from frota.vehicle v join frota.debt d on d.vehicle_id = v.id
      where v.fleet_id = ${fleetId}::uuid and v.in_fleet and d.kind in ${IPVA}
      group by d.vehicle_id, d.year
      having bool_or(d.shown)
    ), owed_debt as (
      select d.id, d.vehicle_id, d.kind, d.description, d.year, d.due_date, d.amount_cents,
        d.state, d.is_payable, d.first_seen_at, d.last_seen_at,
        case when d.state = 'settled' then 'settled'
          when d.state = 'paid' then 'awaiting-settlement'
          when y.chosen is not null and y.chosen <> d.kind then 'alternative'
          else 'owed' end as standing
      from frota.vehicle v
      join frota.debt d on d.vehicle_id = v.id and d.shown
      left join ipva_year y on y.vehicle_id = d.vehicle_id and d.kind in ${IPVA}
        and y.year is not distinct from d.year
      where v.fleet_id = ${fleetId}::uuid and v.in_fleet
    )`
}
