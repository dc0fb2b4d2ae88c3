/** What a start does before anything is sent: no intent may be forgotten, no claim may linger. */
import type { Journal, JournalRecord } from '../database/journal.ts'
import type { EffectStore, JournaledIntent, Recovered } from '../ledger/effects/effects.ts'
import type { EffectsAtWork } from './effects-at-work.ts'
import { nextLookUpInMs } from './look-up-delays.ts'
import type { LookUpDelays } from './look-up-delays.ts'

export interface RecoverTools {
  readonly store: Pick<EffectStore, 'recover' | 'restore' | 'holdersAtWork' | 'heldBy'>
  /** Null with a database server, whose commit is durable. */
  readonly journal: Pick<Journal, 'readAll'> | null
  readonly delays: LookUpDelays
  /** Which of these holders are there no longer; absent where nobody can tell. */
  readonly goneOf?: (holders: readonly string[]) => Promise<string[]>
  readonly own?: OwnWork
}

/** What a process needs to know its own: it frees nothing of another one that lives. */
export interface OwnWork {
  readonly holder: string
  readonly atWork: Pick<EffectsAtWork, 'has'>
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

/**
 * Now and then: what passed its deadline by the database's clock, whose holder is gone, and what
 * this process holds although it is not at it any more.
 */
export async function sweepEffects(tools: Omit<RecoverTools, 'journal'>): Promise<Recovered> {
  const { store, goneOf, own } = tools
  // Read before it is asked what is at work, and freed by its epoch: what is claimed or ended in
  // the meantime is left alone.
  const held = own === undefined ? [] : await store.heldBy(own.holder)
  const letGo = held.filter(({ id }) => own?.atWork.has(id) === false)
  // Holders are read before it is asked who is there: whoever claims was there before it claimed.
  const others = (await store.holdersAtWork()).filter((holder) => holder !== own?.holder)
  const gone = goneOf === undefined ? [] : await goneOf(others)
  return store.recover({ everything: false, gone, letGo, lookUpInMs: firstLookUpInMs(tools) })
}

function firstLookUpInMs({ delays }: Pick<RecoverTools, 'delays'>): number {
  return nextLookUpInMs(delays, 0) ?? 0
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
