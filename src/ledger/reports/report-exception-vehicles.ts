/** The statements behind the exceptions of vehicles: what the service refused, and what waits. */
import { sql } from 'kysely'
import type { Source } from './report-exception-parts.ts'
import { removalHolds } from '../vehicles/vehicle-removals.ts'

export const vehicleSources = {
  'vehicle-refused': () => sql`
    select v.updated_at as since, v.refusal as detail, v.id as reference
    where v.in_fleet and v.state = 'refused'`,
  /** A refused PATCH or DELETE: a registered vehicle has no other refusal. */
  'vehicle-untold': () => sql`
    select coalesce(v.removal_asked_at, v.updated_at) as since, v.refusal as detail,
      v.id as reference
    where v.state = 'registered' and v.refusal is not null
      and (v.in_fleet or v.removal_asked_at is not null)`,
  /**
   * Compares with the vehicle's line in the last file, which exists while the fleet has it. What a
   * person ended stays so in the next files, until the vehicle takes another owner.
   */
  'owner-differs': () => sql`
    select i.received_at as since, r.owner_masked as detail, v.id as reference,
      coalesce((select max(change.changed_at) from frota.vehicle_change change
        where change.vehicle_id = v.id and change.field = 'owner'), v.created_at) as endable_since
    from frota.import_row r join frota.import i on i.id = r.import_id
    where r.import_id = v.last_import_id and r.line = v.last_import_line
      and v.in_fleet and v.state = 'registered' and r.owner_hash <> v.owner_hash`,
  'removal-held': () => sql`
    select v.removal_asked_at as since,
      array_to_string(${removalHolds(sql`v.id`)}, ', ') as detail, v.id as reference
    where v.removal_asked_at is not null and v.state = 'registered'
      and cardinality(${removalHolds(sql`v.id`)}) > 0`,
} as const satisfies Record<string, Source>
