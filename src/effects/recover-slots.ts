/**
 * Gives a ledger back the slots that only the intent journal remembers. The embedded database may
 * forget its last moments when the machine dies, and would grant anew what is used already.
 */
import type { Journal, JournalRecord } from '../database/journal.ts'
import type { QuotaLedger, RememberedUse } from '../ledger/quota.ts'

export interface RecoverSlotsTools {
  readonly journal: Pick<Journal, 'readAll'>
  readonly quota: Pick<QuotaLedger, 'remember'>
  readonly nowMs: number
  /** For people: who remembers them. */
  readonly holder: string
}

/**
 * A slot is occupied for little more than an hour; the rest is for wall clocks that are an hour
 * wrong, one when it was written and one now. A record from the future counts, too.
 */
const REMEMBERED_MS = 4 * 3_600_000

/** How many were forgotten. Before anything is sent. */
export async function recoverSlots(tools: RecoverSlotsTools): Promise<number> {
  const sinceMs = tools.nowMs - REMEMBERED_MS
  const uses = journaledUses(await tools.journal.readAll(), sinceMs)
  return uses.length === 0 ? 0 : tools.quota.remember(uses, tools.holder)
}

/** Pure. Each slot once; an order and its card payment share one, of a unit for each that left. */
export function journaledUses(records: readonly JournalRecord[], sinceMs: number): RememberedUse[] {
  const uses = new Map<string, RememberedUse>()
  const counted = new Set<string>()
  for (const { slotId, bucket, units, atMs, effectId: purpose } of records) {
    if (typeof slotId !== 'string' || typeof bucket !== 'string') continue
    if (typeof purpose !== 'string') continue
    if (typeof units !== 'number' || units < 1) continue
    if (typeof atMs !== 'number' || atMs < sinceMs) continue
    if (counted.has(`${slotId} ${purpose}`)) continue
    counted.add(`${slotId} ${purpose}`)
    const before = uses.get(slotId)?.units ?? 0
    uses.set(slotId, { bucket, useId: slotId, units: before + units, purpose })
  }
  return [...uses.values()]
}
