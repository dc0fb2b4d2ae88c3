/** Run at a start, before anything is sent: no intent may be forgotten, no claim may linger. */
import type { Journal, JournalRecord } from '../database/journal.ts'
import type { JournaledIntent, Recovered } from '../ledger/effects/effects.ts'
import type { EffectStore } from '../ledger/effects/effects-sql.ts'
import type { EffectsAtWork } from './effects-at-work.ts'
import { latestRecords } from './journal-checkpoint.ts'
import { nextLookUpInMs, type LookUpDelays } from './look-up-delays.ts'

interface RecoverTools {
  readonly store: Pick<EffectStore, 'recover' | 'restore' | 'holdersAtWork' | 'heldBy'>
  /** Null with a database server, whose commit is durable. */
  readonly journal: Pick<Journal, 'readAll'> | null
  readonly delays: LookUpDelays
  /** Those of `holders` whose process is gone; absent where nobody can tell. */
  readonly goneOf?: (holders: readonly string[]) => Promise<string[]>
  readonly own?: OwnWork
}

/** Which effects are this process's own: it frees none of another process that lives. */
export interface OwnWork {
  readonly holder: string
  readonly atWork: Pick<EffectsAtWork, 'has'>
}

/** `alone`: true at the start of the only process that may work on this database. */
export async function recoverEffects(tools: RecoverTools, alone: boolean) {
  const intents = tools.journal === null ? [] : latestIntents(await tools.journal.readAll())
  const { restored, unknown } = await tools.store.restore(intents, firstLookUpInMs(tools))
  const recovered = alone
    ? await tools.store.recover({ everything: true, lookUpInMs: firstLookUpInMs(tools) })
    : await sweepEffects(tools)
  return { ...recovered, restored, unknown }
}

/**
 * Run now and then. Frees effects past their deadline by the database's clock, effects whose holder
 * is gone, and effects that this process holds but does not work on any more.
 */
export async function sweepEffects(tools: Omit<RecoverTools, 'journal'>): Promise<Recovered> {
  const { store, goneOf, own } = tools
  // The held ones are read before `atWork` is asked, and freed by their epoch: an effect that is
  // claimed or ended in the meantime is left alone.
  const held = own === undefined ? [] : await store.heldBy(own.holder)
  const letGo = held.filter(({ id }) => own?.atWork.has(id) === false)
  // Holders are read before it is asked who lives: a process starts before it claims an effect.
  const isOther = (holder: string): boolean => holder !== own?.holder
  const others = goneOf === undefined ? [] : (await store.holdersAtWork()).filter(isOther)
  const gone = (await goneOf?.(others)) ?? []
  return store.recover({ everything: false, gone, letGo, lookUpInMs: firstLookUpInMs(tools) })
}

function firstLookUpInMs({ delays }: Pick<RecoverTools, 'delays'>): number {
  return nextLookUpInMs(delays, 0) ?? 0
}

/** Pure. What the journal says of the intent of the highest epoch of each effect. */
export function latestIntents(records: readonly JournalRecord[]): JournaledIntent[] {
  return latestRecords(records).map(({ effectId, epoch, baseline = null, bodyHash }) => {
    return { effectId, epoch, baseline, bodyHash: typeof bodyHash === 'string' ? bodyHash : '' }
  })
}
