/** Bugs in the narrow part: slot, intent, journal, one request. */
import type { JournalRecord } from '../../../src/database/journal.ts'
import type { Effect, Intent } from '../../../src/ledger/effects/effects.ts'
import type { SimulatedStores } from '../ledger/ledger.ts'
import type { ProcessJournal } from '../wrapping.ts'
import type { Plant } from './plant.ts'
import { answersOf } from './stage-bugs.ts'

/** Says that the intent is stored, and stores it with the outcome. */
function intendLate(stores: SimulatedStores): SimulatedStores {
  const { effects } = stores
  const late = new Map<string, { epoch: number; intent: Intent }>()
  return {
    ...stores,
    effects: partly(effects, {
      intend: async (id, epoch, intent) => {
        const effect = await effects.find(id)
        if (effect === null) return null
        late.set(id, { epoch, intent })
        const { baseline, bodyHash, slotId } = intent
        return { ...effect, baseline, bodyHash, slotId, state: 'intent' }
      },
      settle: async (id, epoch, move, record) => {
        const own = late.get(id)
        late.delete(id)
        if (own !== undefined) await effects.intend(id, own.epoch, own.intent)
        return effects.settle(id, epoch, move, record)
      },
    }),
  }
}

/** A store with some of its methods replaced; a lent one is a proxy, which cannot be spread. */
export function partly<Store extends object>(store: Store, own: Partial<Store>): Store {
  return new Proxy(store, {
    get: (target, key) => Reflect.get(Object.hasOwn(own, key) ? own : target, key) as unknown,
  })
}

/** The newest record stays in memory until the next one comes. */
function heldBack(journal: ProcessJournal): ProcessJournal {
  let newest: JournalRecord | undefined
  return {
    readAll: () => journal.readAll(),
    append: async (record) => {
      const before = newest
      newest = record
      if (before !== undefined) await journal.append(before)
    },
  }
}

export const sendingPlants: readonly Plant[] = [
  {
    name: 'intent after send',
    bug: 'the intent is stored together with the outcome, when the request has left',
    rules: ['intent-before-send'],
    wrapping: { stores: intendLate },
    seedsMax: 5,
  },
  {
    name: 'journal after send',
    bug: 'the journal promises a record that is not on the disk yet',
    rules: ['journal-before-send'],
    wrapping: { journal: heldBack },
    changes: { embedded: true, workers: 1 },
    seedsMax: 20,
  },
  {
    name: 'ignored journal',
    bug: 'a start does not look into the journal',
    rules: ['one-per-key', 'intent-before-send', 'nothing-lost'],
    wrapping: {
      journal: (journal) => ({
        append: (record) => journal.append(record),
        readAll: async () => [],
      }),
    },
    changes: { embedded: true, workers: 1, forgets: 1, crashes: 0.04 },
    seedsMax: 200,
  },
  {
    name: 'forgotten slots',
    bug: 'a ledger that forgot slots is not told of them, and grants them anew',
    rules: ['quota'],
    wrapping: { quota: (ledger) => partly(ledger, { remember: async () => 0 }) },
    changes: {
      embedded: true,
      workers: 1,
      vehicles: 4,
      forgets: 1,
      crashes: 0.04,
      consultationsPerHour: 2,
      ordersPerHour: 2,
    },
    seedsMax: 300,
    seedsFrom: 4,
  },
  {
    name: 'retry of an unparsable 201',
    bug: 'a 201 that cannot be read is asked for once more',
    rules: ['intent-before-send', 'one-per-key'],
    wrapping: {
      stage: (stage) => ({
        ...stage,
        send: async (ready, leave) => {
          const result = await stage.send(ready, leave)
          const isCut = result.outcome === 'in-doubt' && result.status === 201
          return isCut ? stage.send(ready, { ...leave, mayLeave: () => true }) : result
        },
      }),
    },
    seedsMax: 100,
  },
  {
    name: 'retry of a lost answer',
    bug: 'whatever got no answer is sent again at once',
    rules: ['intent-before-send', 'one-per-key'],
    wrapping: {
      stage: (stage) => ({
        ...stage,
        send: async (ready, leave) => {
          const result = await stage.send(ready, leave)
          const isLost = result.outcome === 'in-doubt' && result.status === undefined
          return isLost ? stage.send(ready, { ...leave, mayLeave: () => true }) : result
        },
      }),
    },
    seedsMax: 50,
    seedsFrom: 8,
  },
  {
    name: '500 means failed',
    bug: 'a 5xx is taken for a refusal',
    rules: ['nothing-lost', 'one-per-key'],
    wrapping: { stage: answersOf((status) => (status >= 500 ? 422 : status)) },
    seedsMax: 100,
    seedsFrom: 30,
  },
  {
    name: 'stolen lock',
    bug: 'the epoch is ignored: who lost its claim goes on',
    rules: ['intent-before-send', 'one-per-key', 'slot-per-request'],
    wrapping: { stores: (stores) => ({ ...stores, effects: epochless(stores.effects) }) },
    changes: { embedded: false, workers: 3, crashes: 0, freezes: 0.02 },
    seedsMax: 500,
    seedsFrom: 10,
  },
]

function epochless(effects: SimulatedStores['effects']): SimulatedStores['effects'] {
  const now = (effect: Effect | null): number => effect?.epoch ?? 0
  return partly(effects, {
    intend: async (id, _epoch, intent) => {
      const effect = await effects.find(id)
      const moved = await effects.intend(id, now(effect), intent)
      return moved ?? (effect === null ? null : { ...effect, state: 'intent' })
    },
    settle: async (id, _epoch, move, record) => {
      const effect = await effects.find(id)
      return effects.settle(id, now(effect), move, record)
    },
  })
}
