/** What is left to do for a fleet, read from the ledger alone. */
import { sql } from 'kysely'
import { staysInFleet } from '../orders/stays-in-fleet.ts'
import type { LedgerDb } from '../schema/tx.ts'

export interface LeftOf {
  readonly fleetId: string
  /** Null when no campaign is open. */
  readonly campaignId: string | null
  /** Work that becomes due later than this does not count. */
  readonly at: Date
}

/**
 * Vehicles that wait to be registered, asked or read, whose proposal waits for its price, or whose
 * approved order waits for its slot or is in doubt. An order by card, which an earlier version
 * approved, waits for a person, and one that is only followed is at its end: neither is left.
 */
export async function countVehiclesLeft(db: LedgerDb, { fleetId, campaignId, at }: LeftOf) {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (
      select vehicle_id from frota.campaign_member
        where campaign_id = ${campaignId}::uuid and state = 'open'
      union
      select effect.vehicle_id from frota.effect effect
        left join frota.order_plan plan on plan.id = effect.plan_id
        where effect.fleet_id = ${fleetId} and effect.active
          and effect.kind in ('register', 'order')
          and (effect.state in ('in-doubt', 'held') or effect.state = 'planned'
            and plan.method is distinct from 'credit_card')
      union
      select vehicle_id from frota.order_plan plan
        where fleet_id = ${fleetId} and state = 'proposed' and preview = 'pending'
          and ${staysInFleet('plan')}
          and (preview_due_at is null or preview_due_at <= ${at})
      union
      select answer.vehicle_id from frota.consultation answer
        join frota.vehicle vehicle on vehicle.id = answer.vehicle_id
        where vehicle.fleet_id = ${fleetId} and answer.status = 'pending'
          and answer.next_read_at <= ${at}
    ) as vehicles
  `.execute(db)
  return rows[0]?.count ?? 0
}
