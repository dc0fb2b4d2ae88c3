/** Ends what a process held that is known to be gone: slots come back, and keys may be used again. */
import { instant } from '../../clock.ts'
import type { ServiceTools } from '../service-tools.ts'

export async function endHolds({ db, clock }: Pick<ServiceTools, 'db' | 'clock'>): Promise<void> {
  const held_until = instant(clock.now())
  await db
    .updateTable('service.quota_use')
    .set({ held_until })
    .where('held_until', 'is not', null)
    .execute()
  await db
    .updateTable('service.idempotent_call')
    .set({ held_until })
    .where('status', 'is', null)
    .execute()
}
