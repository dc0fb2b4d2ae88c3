/**
 * Pure. Rewriting the journal drops finished intents and keeps a checkpoint in their place: the
 * ledger's newest event at that time. Without it a ledger restored from an older backup, which is
 * older than its journal, could not be recognized any more.
 */
import type { JournalRecord } from '../database/journal.ts'
import type { Restored } from '../ledger/effects/effects.ts'
import type { BlockWhy } from '../ledger/effects/money-blocks.ts'

/** The checkpoint record of a ledger whose newest event is `newestEvent`. */
export function checkpoint(newestEvent: bigint): JournalRecord {
  return { checkpoint: String(newestEvent) }
}

/** The newest checkpoint; undefined when there is none. */
export function lastCheckpoint(records: readonly JournalRecord[]): bigint | undefined {
  const marks = records.map((record) => record['checkpoint'])
  const mark = marks.findLast((each) => typeof each === 'string')
  return mark !== undefined && /^\d{1,19}$/.test(mark) ? BigInt(mark) : undefined
}

export interface AgeFacts extends Restored {
  readonly newestEvent: bigint
  readonly checkpoint: bigint | undefined
}

/** Why no order may be sent before all were read; undefined unless the ledger is the older one. */
export function olderThanJournal(facts: AgeFacts): BlockWhy | undefined {
  if (facts.unknown.length > 0) return 'unknown-intents'
  if (facts.checkpoint !== undefined && facts.newestEvent < facts.checkpoint) return 'older-ledger'
  return facts.restored > 0 ? 'forgotten-intents' : undefined
}

/** A record of an intent; others are checkpoints. */
type IntentRecord = JournalRecord & { readonly effectId: string; readonly epoch: number }

function isIntent(record: JournalRecord): record is IntentRecord {
  return typeof record['effectId'] === 'string' && typeof record['epoch'] === 'number'
}

/** The intent of the highest epoch of each effect, of equal ones the last. */
export function latestRecords(records: readonly JournalRecord[]): IntentRecord[] {
  const latest = new Map<string, IntentRecord>()
  for (const record of records.filter(isIntent)) {
    const known = latest.get(record.effectId)
    if (known === undefined || known.epoch <= record.epoch) latest.set(record.effectId, record)
  }
  return [...latest.values()]
}

/** The intents of `settled` and `accounted` effects go; the checkpoint takes their place. */
export function keptRecords(
  records: readonly JournalRecord[],
  gone: { readonly settled: ReadonlySet<string>; readonly accounted: ReadonlySet<string> },
  newestEvent: bigint,
): JournalRecord[] {
  const kept = latestRecords(records).filter(
    ({ effectId }) => !gone.settled.has(effectId) && !gone.accounted.has(effectId),
  )
  return [...kept, checkpoint(newestEvent)]
}

/** The effects that any record speaks of. */
export function journaledEffects(records: readonly JournalRecord[]): string[] {
  const ids = records.map(({ effectId }) => effectId)
  return [...new Set(ids.filter((id) => typeof id === 'string'))]
}
