/**
 * Which orders of the other service are ours already. It asks across tenants, for all of them pay
 * through one account there; nothing of a row but the other service's own id leaves the database.
 */
import type { Pool } from '../../database/pool.ts'
import { openServiceDb } from '../service-db.ts'

export type KnownOrders = (references: readonly string[]) => Promise<ReadonlySet<string>>

export function knownOrders(pool: Pool): KnownOrders {
  const db = openServiceDb(pool)
  return async (references) => {
    if (references.length === 0) return new Set()
    const rows = await db
      .selectFrom('service.payment_order')
      .select('provider_reference')
      .where('provider_reference', 'in', references)
      .execute()
    return new Set(rows.map((row) => row.provider_reference))
  }
}
