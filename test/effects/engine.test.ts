import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runWorld, type Plan } from './engine-world.ts'
import { howMany } from '../support/extent.ts'

const kind = fc.constantFrom('register' as const, 'consult' as const, 'order' as const)
const seed = fc.integer({ min: 0, max: 2 ** 31 })

const oneProcess: fc.Arbitrary<Plan> = fc.record({
  seed,
  kind,
  effects: fc.integer({ min: 1, max: 4 }),
  workers: fc.constant(1),
  crashes: fc.constantFrom(0, 0.02, 0.1, 0.3),
  freezes: fc.constantFrom(0, 0.02),
  amnesia: fc.boolean(),
})

const severalProcesses: fc.Arbitrary<Plan> = fc.record({
  seed,
  kind,
  effects: fc.integer({ min: 1, max: 3 }),
  workers: fc.integer({ min: 2, max: 4 }),
  crashes: fc.constantFrom(0, 0.02, 0.1),
  freezes: fc.constantFrom(0, 0.02, 0.1),
  amnesia: fc.constant(false),
})

async function holds(plan: Plan): Promise<void> {
  const { broken } = await runWorld(plan)
  expect(broken).toEqual([])
}

test('one process that crashes at any await, its disk forgetting or not, creates nothing twice', () =>
  fc.assert(fc.asyncProperty(oneProcess, holds), { numRuns: howMany(500, 1_500) }))

test('several processes that crash and freeze create nothing twice', () =>
  fc.assert(fc.asyncProperty(severalProcesses, holds), { numRuns: howMany(500, 1_500) }))

test('the same seed gives the same moves', async () => {
  const plan: Plan = {
    seed: 42,
    kind: 'order',
    effects: 3,
    workers: 3,
    crashes: 0.05,
    freezes: 0.05,
    amnesia: false,
  }
  const first = await runWorld(plan)
  expect(first.log.length).toBeGreaterThan(10)
  expect((await runWorld(plan)).log).toEqual(first.log)
})

/** Each makes the engine or its tools wrong; the invariants must notice it on some seed. */
const planted: Record<string, NonNullable<Plan['plant']>> = {
  'a 500 taken for a refusal': (tools, stage) => ({
    tools,
    stage: {
      ...stage,
      send: async (ready, leave) => {
        const result = await stage.send(ready, leave)
        const is500 = result.outcome === 'answered' && result.status === 500
        return is500 ? { ...result, ok: false, status: 422, detail: '' } : result
      },
    },
  }),
  'a lost answer taken for a request that never left': (tools, stage) => ({
    tools,
    stage: {
      ...stage,
      send: async (ready, leave) => {
        const result = await stage.send(ready, leave)
        if (result.outcome !== 'in-doubt') return result
        return { outcome: 'never-sent', why: 'guess', cause: new Error('guess') as never }
      },
      prepare: async (effect) => ({ ready: effect.key, baseline: [], bodyHash: '' }),
    },
  }),
  'a look-up that sees nothing': (tools, stage) => ({
    tools,
    stage: {
      ...stage,
      lookUp: () => Promise.resolve([]),
      prepare: async (effect) => ({ ready: effect.key, baseline: [], bodyHash: '' }),
    },
  }),
  'one look-up at once instead of a delays': (tools, stage) => ({
    tools: { ...tools, delays: { delaysMs: [0], heldMs: 0, retryMs: 0 } },
    stage: {
      ...stage,
      prepare: async (effect) => ({ ready: effect.key, baseline: [], bodyHash: '' }),
    },
  }),
  'a journal that is not written': (tools, stage) => ({
    tools: { ...tools, journal: { append: () => Promise.resolve() } },
    stage,
  }),
  'a frozen process that sends all the same': (tools, stage) => ({
    tools,
    stage: {
      ...stage,
      send: (ready, leave) =>
        stage.send(ready, {
          bucket: leave.bucket,
          mayLeave: () => {
            leave.mayLeave()
            return true
          },
        }),
    },
  }),
  'a claim that two may hold': (tools, stage) => ({
    tools: {
      ...tools,
      store: {
        ...tools.store,
        claim: async (ids, holder, leaseMs) => {
          await tools.store.claim(ids, holder, leaseMs)
          const all = await Promise.all(ids.map((id) => tools.store.find(id)))
          return all.filter((effect) => effect !== null)
        },
        intend: async (id, epoch, intent) =>
          (await tools.store.intend(id, epoch, intent)) ?? (await tools.store.find(id)),
        find: (id) => tools.store.find(id),
        settle: (...parameters) => tools.store.settle(...parameters),
        claimLookUp: (...parameters) => tools.store.claimLookUp(...parameters),
      },
    },
    stage,
  }),
}

const SEEDS = 150

test.each(Object.keys(planted))('a planted bug is found: %s', async (name) => {
  const plant = planted[name]
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const plan = { seed, effects: 3, workers: 2, crashes: 0.02, freezes: 0.02, amnesia: false }
    const kind = 'consult' as const
    const run = runWorld({ ...plan, kind, ...(plant === undefined ? {} : { plant }) })
    const broken = await run.then(
      (result) => result.broken,
      (error: unknown) => [String(error)],
    )
    if (broken.length > 0) return
  }
  expect.fail(`${SEEDS} seeds did not find it.`)
})
