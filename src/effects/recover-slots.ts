/**
 * Gives a ledger back the slots that only the intent journal remembers. The embedded database may
 * forget its last moments when the machine dies, and would grant anew what is used already.
 */
import type { Journal, JournalRecord } from '../database/journal.ts'
import type { QuotaLedger, RememberedUse } from '../ledger/quota/quota.ts'

export interface RecoverSlotsTools {
  readonly journal: Pick<Journal, 'readAll'>
  readonly quota: Pick<QuotaLedger, 'remember'>
  readonly nowMs: number
  /** Shown to people as the holder of the restored slots. */
  readonly holder: string
}

/**
 * A slot is occupied for little more than an hour; the rest allows for wall clocks that were an
 * hour wrong when the record was written or are now. A record from the future counts, too.
 */
const REMEMBERED_MS = 4 * 3_600_000

/** Call it before anything is sent. Returns how many slots the ledger had forgotten. */
export async function recoverSlots(tools: RecoverSlotsTools): Promise<number> {
  const sinceMs = tools.nowMs - REMEMBERED_MS
  const uses = journaledUses(await tools.journal.readAll(), sinceMs)
  return uses.length === 0 ? 0 : tools.quota.remember(uses, tools.holder)
}

/** Pure. Each slot once, although an effect may be in the journal several times. */
export function journaledUses(records: readonly JournalRecord[], sinceMs: number): RememberedUse[] {
  const uses = new Map<string, RememberedUse>()
  for (const { slotId, bucket, atMs, effectId: purpose } of records) {
    if (typeof slotId !== 'string' || typeof bucket !== 'string') continue
    if (typeof purpose !== 'string' || typeof atMs !== 'number' || atMs < sinceMs) continue
    if (!uses.has(slotId)) uses.set(slotId, { bucket, useId: slotId, purpose })
  }
  return [...uses.values()]
}
