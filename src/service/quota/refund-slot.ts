/** Gives a slot back where the operator chose that refused requests do not count. */
import { sql } from 'kysely'
import type { ServiceTools } from '../service-tools.ts'
import type { Slot } from '../receipt.ts'

export async function refundSlot(tools: Pick<ServiceTools, 'db'>, slot: Slot): Promise<void> {
  await tools.db.deleteFrom('service.quota_use').where('id', '=', slot.useId).execute()
  await tools.db
    .updateTable('service.quota_bucket')
    .set({ tokens: sql<number | null>`tokens + 1` })
    .where('credential_id', '=', slot.credentialId)
    .where('budget', '=', slot.budget)
    .execute()
}
