/** What a start does before anything is sent: no intent may be forgotten, no claim may linger. */
import type { Journal, JournalRecord } from '../database/journal.ts'
import type { EffectStore, JournaledIntent, Recovered } from '../ledger/effects.ts'
import { nextRungInMs } from './look-up-ladder.ts'
import type { LookUpLadder } from './look-up-ladder.ts'

export interface RecoverTools {
  readonly store: Pick<EffectStore, 'recover' | 'restore'>
  /** Null with a database server, whose commit is durable. */
  readonly journal: Pick<Journal, 'readAll'> | null
  readonly ladder: LookUpLadder
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

/**
 * `alone`: at the start of the one process that may work on this database, or on these fleets of it
 * when another may work on others.
 */
export async function recoverEffects(
  tools: RecoverTools,
  alone: boolean,
  fleetIds?: readonly string[],
): Promise<EffectsRecovered> {
  const lookUpInMs = nextRungInMs(tools.ladder, 0) ?? 0
  const intents = tools.journal === null ? [] : latestIntents(await tools.journal.readAll())
  const { restored, unknown } = await tools.store.restore(intents, lookUpInMs)
  const recovered = await tools.store.recover({
    everything: alone,
    lookUpInMs,
    ...(fleetIds === undefined ? {} : { fleetIds }),
  })
  return { ...recovered, restored, unknown }
}

/** Each minute: only what passed its deadline by the database's clock. */
export function sweepEffects(tools: Pick<RecoverTools, 'store' | 'ladder'>): Promise<Recovered> {
  const lookUpInMs = nextRungInMs(tools.ladder, 0) ?? 0
  return tools.store.recover({ everything: false, lookUpInMs })
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
