/** A slot that was held counts for good. One that had come back meanwhile is booked again. */
import { instant } from '../../clock.ts'
import type { ServiceDb } from '../service-db.ts'
import type { Slot } from '../receipt.ts'

export async function keepSlot(db: ServiceDb, slot: Slot): Promise<void> {
  const { useId: id, credentialId: credential_id, budget, usedAtMs } = slot
  await db
    .insertInto('service.quota_use')
    .values({ id, credential_id, budget, used_at: instant(usedAtMs), held_until: null })
    .onConflict((on) => on.column('id').doUpdateSet({ held_until: null }))
    .execute()
}
