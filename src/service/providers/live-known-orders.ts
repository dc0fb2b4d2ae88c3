/**
 * Which orders of the other service are ours already. It asks across tenants, for all of them pay
 * through one account there; nothing of a row but the other service's own id leaves the database.
 */
import { sql } from 'kysely'
import type { Pool } from '../../database/pool.ts'
import { openServiceDb } from '../service-db.ts'

/** `isShared`: another account has the vehicle of the order of ours that asks. */
export type KnownOrders = (
  references: readonly string[],
  orderId: string,
) => Promise<{ readonly known: ReadonlySet<string>; readonly isShared: boolean }>

export function knownOrders(pool: Pool): KnownOrders {
  const db = openServiceDb(pool)
  return async (references, orderId) => {
    if (references.length === 0) return { known: new Set(), isShared: false }
    const rows = await db
      .selectFrom('service.payment_order')
      .select('provider_reference')
      .where('provider_reference', 'in', references)
      .execute()
    const twins = await sql`select 1 from service.payment_order asking
      join service.vehicle mine on mine.id = asking.vehicle_id
      join service.vehicle twin using (renavam)
      where asking.id = ${orderId} and twin.account_id <> mine.account_id`.execute(db)
    const known = new Set(rows.map((row) => row.provider_reference))
    return { known, isShared: twins.rows.length > 0 }
  }
}
