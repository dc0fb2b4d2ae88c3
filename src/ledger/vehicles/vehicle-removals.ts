/**
 * Removing vehicles: asked for by an import or by a person, held back while money is under way, and
 * noted once the service has deactivated them. DELETE is idempotent: a killed process asks again.
 */
import { sql, type RawBuilder, type Transaction } from 'kysely'
import { voidProposals } from '../orders/plans-void.ts'
import type { Tables } from '../schema/tables.ts'
import { noteChange } from './vehicle-changes.ts'
import type { LedgerDb } from '../schema/tx.ts'

/** What keeps a vehicle at the service although its removal was asked for. */
export const REMOVAL_HOLDS = [
  'order-open',
  'order-in-doubt',
  'plan-approved',
  'debt-under-way',
  'registration-under-way',
] as const
export type RemovalHold = (typeof REMOVAL_HOLDS)[number]

export interface Removal {
  readonly id: string
  readonly seq: bigint
  readonly serviceId: string
}

export type RemovalAsked =
  | { readonly asked: true; readonly serviceId: string | null }
  | { readonly asked: false; readonly holds: readonly RemovalHold[] }

/** Array of the codes above for vehicle `v`; empty when it may be removed. */
export function removalHolds(v: RawBuilder<unknown>): RawBuilder<readonly RemovalHold[]> {
  const unfinished = sql`('claimed', 'intent', 'in-doubt', 'held', 'quarantined', 'needs-person')`
  return sql`array_remove(array[
    case when exists (select from frota.payment_order o where o.vehicle_id = ${v}
        and o.standing in ('open', 'paid', 'unknown'))
      or exists (select from frota.foreign_order f where f.vehicle_id = ${v}
        and f.standing in ('open', 'paid', 'unknown') and f.decided_at is null)
      then 'order-open' end,
    case when exists (select from frota.effect e where e.vehicle_id = ${v} and e.active
        and e.kind in ('order', 'pay') and e.state in ${unfinished}) then 'order-in-doubt' end,
    case when exists (select from frota.order_plan p where p.vehicle_id = ${v}
        and p.state = 'approved') then 'plan-approved' end,
    case when exists (select from frota.debt d where d.vehicle_id = ${v}
        and d.state in ('approved', 'ordered', 'paid')) then 'debt-under-way' end,
    case when exists (select from frota.effect e where e.vehicle_id = ${v} and e.active
        and e.kind = 'register' and e.state in ${unfinished}) then 'registration-under-way' end
  ], null)`
}

export function openRemovals(db: LedgerDb) {
  return {
    /** Keeps the service's refusal of a change or removal; the next run sends it again. */
    markUntold: async (vehicleId: string, reason: string) => {
      await sql`
        update frota.vehicle set refusal = ${reason}
        where id = ${vehicleId} and state = 'registered'
      `.execute(db)
    },
    /** Vehicles beyond `afterSeq` whose removal was asked for and that nothing holds back. */
    removalsDue: async (fleetId: string, afterSeq: bigint, limit: number) => {
      const { rows } = await sql<Removal>`
        select vehicle.id, vehicle.seq, vehicle.service_id as "serviceId"
        from frota.vehicle vehicle
        where vehicle.fleet_id = ${fleetId} and vehicle.seq > ${afterSeq}
          and vehicle.removal_asked_at is not null and vehicle.state = 'registered'
          and vehicle.service_id is not null
          and cardinality(${removalHolds(sql`vehicle.id`)}) = 0
        order by vehicle.seq limit ${limit}
      `.execute(db)
      return rows
    },
    /** Call it after the service deactivated the vehicle; `person`: who asked for it by hand. */
    markRemoved: async (vehicleId: string, person?: string) => {
      await db.transaction().execute((transaction) => writeRemoved(transaction, vehicleId, person))
    },
  }
}

/**
 * Notes a person's request under the vehicle's lock, so that no plan of it is approved meanwhile.
 * The vehicle leaves the fleet at once, and the service when the DELETE gets there.
 */
export async function askRemoval(db: LedgerDb, vehicleId: string, person: string) {
  return db.transaction().execute(async (transaction): Promise<RemovalAsked> => {
    await sql`select id from frota.vehicle where id = ${vehicleId} for no key update`.execute(
      transaction,
    )
    const { rows } = await sql<{
      state: string
      inFleet: boolean
      serviceId: string | null
      holds: readonly RemovalHold[]
    }>`
      select state, in_fleet as "inFleet", service_id as "serviceId",
        ${removalHolds(sql`vehicle.id`)} as holds
      from frota.vehicle vehicle where id = ${vehicleId}
    `.execute(transaction)
    const [found] = rows
    if (found === undefined) throw new Error('The vehicle to remove is not in the ledger.')
    if (found.holds.length > 0) return { asked: false, holds: found.holds }
    if (found.inFleet) {
      const left = { field: 'in_fleet', before: 'true', after: 'false' } as const
      await noteChange(transaction, { vehicleId, ...left, person })
    }
    await sql`
      update frota.vehicle set in_fleet = false, updated_at = frota.ledger_now(),
        removal_asked_at = coalesce(removal_asked_at, frota.ledger_now())
      where id = ${vehicleId}
    `.execute(transaction)
    if (found.state === 'registered') return { asked: true, serviceId: found.serviceId }
    await writeRemoved(transaction, vehicleId, person)
    return { asked: true, serviceId: null }
  })
}

/**
 * Also ends the registration: registered again, it is another vehicle of the service. If a file
 * named the vehicle between the request and this write, the next file plans it again.
 */
async function writeRemoved(
  db: Transaction<Tables>,
  vehicleId: string,
  person: string | undefined,
): Promise<void> {
  const { rows } = await sql<{ before: string }>`
    with known as (
      select id, state from frota.vehicle where id = ${vehicleId} for no key update
    )
    update frota.vehicle vehicle
    set state = 'removed', removal_asked_at = null, refusal = null, owner_sealed = null,
      updated_at = frota.ledger_now()
    from known where vehicle.id = known.id and known.state <> 'removed'
    returning known.state as before
  `.execute(db)
  const [removed] = rows
  if (removed === undefined) return
  const change = { vehicleId, field: 'state', before: removed.before, after: 'removed' } as const
  await noteChange(db, { ...change, person })
  await sql`
    update frota.effect set active = false
    where vehicle_id = ${vehicleId} and kind = 'register' and active
      and state in ('planned', 'done', 'adopted', 'rejected')
  `.execute(db)
  await voidProposals(db, [vehicleId], 'vehicle-left', person)
}
