/**
 * Pure. How far the ledger had come when the journal was last written anew, what is kept then, and
 * whether a ledger is older than its journal. A journal that only forgot what is finished could not
 * tell a restored backup any more, so it keeps that mark.
 */
import type { JournalRecord } from '../database/journal.ts'
import type { Restored } from '../ledger/effects/effects.ts'
import type { BlockWhy } from '../ledger/effects/money-blocks.ts'

/** The mark of a ledger whose newest event is this one. */
export function checkpoint(newestEvent: bigint): JournalRecord {
  return { checkpoint: String(newestEvent) }
}

/** The newest mark; undefined when there is none. */
export function lastCheckpoint(records: readonly JournalRecord[]): bigint | undefined {
  const marks = records.map((record) => record['checkpoint'])
  const mark = marks.findLast((each) => typeof each === 'string')
  return mark !== undefined && /^\d{1,19}$/.test(mark) ? BigInt(mark) : undefined
}

export interface AgeFacts extends Restored {
  readonly newestEvent: bigint
  readonly checkpoint: bigint | undefined
}

/** Why no money may leave before every order was read; undefined when the ledger is the newest. */
export function olderThanJournal(facts: AgeFacts): BlockWhy | undefined {
  if (facts.unknown.length > 0) return 'unknown-intents'
  if (facts.checkpoint !== undefined && facts.newestEvent < facts.checkpoint) return 'older-ledger'
  return facts.restored > 0 ? 'forgotten-intents' : undefined
}

/** The intents of `settled` and `accounted` effects go; the mark takes their place. */
export function keptRecords(
  records: readonly JournalRecord[],
  gone: { readonly settled: ReadonlySet<string>; readonly accounted: ReadonlySet<string> },
  newestEvent: bigint,
): JournalRecord[] {
  const latest = new Map<string, JournalRecord>()
  for (const record of records) {
    const { effectId, epoch } = record
    if (typeof effectId !== 'string' || typeof epoch !== 'number') continue
    if (gone.settled.has(effectId) || gone.accounted.has(effectId)) continue
    const known = latest.get(effectId)?.['epoch']
    if (typeof known !== 'number' || known <= epoch) latest.set(effectId, record)
  }
  return [...latest.values(), checkpoint(newestEvent)]
}

/** The effects that any record speaks of. */
export function journaledEffects(records: readonly JournalRecord[]): string[] {
  const ids = records.map(({ effectId }) => effectId)
  return [...new Set(ids.filter((id) => typeof id === 'string'))]
}
