/** What a start does before anything is sent: no intent may be forgotten, no claim may linger. */
import type { Journal, JournalRecord } from '../database/journal.ts'
import type { EffectStore, JournaledIntent, Recovered } from '../ledger/effects.ts'
import { nextRungInMs } from './look-up-ladder.ts'
import type { LookUpLadder } from './look-up-ladder.ts'

export interface RecoverTools {
  readonly store: Pick<EffectStore, 'recover' | 'restore' | 'holdersAtWork'>
  /** Null with a database server, whose commit is durable. */
  readonly journal: Pick<Journal, 'readAll'> | null
  readonly ladder: LookUpLadder
  /** Which of these holders are there no longer; absent where nobody can tell. */
  readonly goneOf?: (holders: readonly string[]) => Promise<string[]>
}

export interface EffectsRecovered extends Recovered {
  /** Intents that only the journal remembered. */
  readonly restored: number
  /**
   * Effects that the journal knows and the ledger does not: an older backup was put back. Money is
   * blocked until every order at the service was read.
   */
  readonly unknown: readonly string[]
}

/** `alone`: at the start of the one process that may work on this database. */
export async function recoverEffects(
  tools: RecoverTools,
  alone: boolean,
): Promise<EffectsRecovered> {
  const intents = tools.journal === null ? [] : latestIntents(await tools.journal.readAll())
  const { restored, unknown } = await tools.store.restore(intents, firstLookUpInMs(tools))
  const recovered = alone
    ? await tools.store.recover({ everything: true, lookUpInMs: firstLookUpInMs(tools) })
    : await sweepEffects(tools)
  return { ...recovered, restored, unknown }
}

/** Now and then: what passed its deadline by the database's clock, or whose holder is gone. */
export async function sweepEffects(tools: Omit<RecoverTools, 'journal'>): Promise<Recovered> {
  const { store, goneOf } = tools
  // Holders are read before it is asked who is there: whoever claims was there before it claimed.
  const gone = goneOf === undefined ? [] : await goneOf(await store.holdersAtWork())
  return store.recover({ everything: false, gone, lookUpInMs: firstLookUpInMs(tools) })
}

function firstLookUpInMs({ ladder }: Pick<RecoverTools, 'ladder'>): number {
  return nextRungInMs(ladder, 0) ?? 0
}

/** Pure. Of each effect the intent of its highest epoch. */
export function latestIntents(records: readonly JournalRecord[]): JournaledIntent[] {
  const latest = new Map<string, JournaledIntent>()
  for (const record of records) {
    const { effectId, epoch, baseline = null, bodyHash } = record
    if (typeof effectId !== 'string' || typeof epoch !== 'number') continue
    if (epoch < (latest.get(effectId)?.epoch ?? 0)) continue
    const hash = typeof bodyHash === 'string' ? bodyHash : ''
    latest.set(effectId, { effectId, epoch, baseline, bodyHash: hash })
  }
  return [...latest.values()]
}
