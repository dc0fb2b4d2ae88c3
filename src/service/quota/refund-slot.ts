/** Gives a slot back where the operator chose that refused requests do not count. */
import { sql } from 'kysely'
import type { ServiceDb } from '../service-db.ts'
import type { ServiceTools } from '../service-tools.ts'
import type { Slot } from '../receipt.ts'

export async function refundSlot(tools: Pick<ServiceTools, 'db'>, slot: Slot): Promise<void> {
  await tools.db.deleteFrom('service.quota_use').where('id', '=', slot.useId).execute()
  await addTokens(tools.db, slot, 1)
}

/** Nothing where uses are counted. */
export async function addTokens(
  db: ServiceDb,
  { credentialId, budget }: Pick<Slot, 'credentialId' | 'budget'>,
  count: number,
): Promise<void> {
  await db
    .updateTable('service.quota_bucket')
    .set({ tokens: sql<number | null>`tokens + ${count}` })
    .where('credential_id', '=', credentialId)
    .where('budget', '=', budget)
    .execute()
}
