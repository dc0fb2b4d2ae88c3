/** Remembers when a key was last used, to the minute: enough to see whether one may be revoked. */
import { instant } from '../../clock.ts'
import type { ServiceTools } from '../service-tools.ts'

const NOTED_EVERY_MS = 60_000

export async function noteKeyUse(
  tools: Pick<ServiceTools, 'db' | 'clock' | 'notedUses'>,
  credentialId: string,
): Promise<void> {
  const nowMs = tools.clock.now()
  const notedMs = tools.notedUses.get(credentialId)
  if (notedMs !== undefined && nowMs - notedMs < NOTED_EVERY_MS) return
  tools.notedUses.set(credentialId, nowMs)
  await tools.db
    .updateTable('service.api_key')
    .set({ last_used_at: instant(nowMs) })
    .where('id', '=', credentialId)
    .execute()
}
