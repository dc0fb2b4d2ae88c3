/** Several effects of one job: what one does to the others, and what is left of a job cut short. */
import { expect, test } from 'vitest'
import { takeTurns } from '../../jobs/take-turns.ts'
import { claimEffects } from '../../src/effects/perform-effect.ts'
import { EffectsAtWork } from '../../src/effects/effects-at-work.ts'
import type { EffectTools } from '../../src/effects/tools.ts'
import { Failure, type FailureCode } from '../../src/failure.ts'
import type { Outcome } from '../../src/queue/outcome.ts'
import { done } from '../support/outcomes.ts'
import { setup, type Stage } from './perform-world.ts'

const VEHICLES = 4

/** `onTurn`: what happens in the preparation of the effect with this number, from 0. */
async function job(onTurn: (at: number) => void | Promise<void>, given: Partial<EffectTools> = {}) {
  const turns: number[] = []
  const atWork = new EffectsAtWork()
  const stop = new AbortController()
  const prepare: Stage['prepare'] = async ({ id }) => {
    const at = ids.indexOf(id)
    turns.push(at)
    await onTurn(at)
    return { ready: 'body', baseline: [], bodyHash: 'hash' }
  }
  const world = await setup('consult', { prepare }, { atWork, ...given })
  for (let at = 1; at < VEHICLES; at += 1) {
    await world.store.plan([{ kind: 'consult', key: `${at}`, fleetId: 'f', vehicleId: `v${at}` }])
  }
  const ids = world.store.all().map(({ id }) => id)
  const told = new Map<number, Outcome>()
  const failures: Failure[] = []
  const tools = {
    clock: world.tools.clock,
    onFailure: (failure: Failure) => void failures.push(failure),
  }
  const settled = (id: string, outcome: Outcome): void => void told.set(ids.indexOf(id), outcome)
  const context = { signal: stop.signal, settled }
  return {
    run: async () =>
      takeTurns(tools, await claimEffects(world.tools, world.stage, ids), ids, context),
    states: () => ids.map((id) => world.store.all().find((one) => one.id === id)?.state),
    atWork: () => ids.filter((id) => atWork.has(id)).length,
    turns,
    told,
    failures,
    stop,
    world,
  }
}

test('effects of one job have their turns in order and are told one by one', async () => {
  const { run, states, turns, told, atWork } = await job(() => {})
  expect(await run()).toEqual(done)
  expect(turns).toEqual([0, 1, 2, 3])
  expect(states()).toEqual(['done', 'done', 'done', 'done'])
  expect([...told]).toEqual([0, 1, 2, 3].map((at) => [at, done]))
  expect(atWork()).toBe(0)
})

test('a second job with some of them sends nothing again', async () => {
  const { run, turns, told } = await job(() => {})
  await run()
  expect(await run()).toEqual(done)
  expect([turns.length, told.size]).toEqual([VEHICLES, VEHICLES])
})

const failure = (code: FailureCode): Failure => new Failure(code, { pt: 'falha', en: 'failure' })

test('one whose service fails rests alone, and its failure is told', async () => {
  const unreachable = failure('service-unreachable')
  const { run, states, told, failures } = await job((at) => {
    if (at === 1) throw unreachable
  })
  expect(await run()).toMatchObject({ outcome: 'snoozed', why: 'service-unreachable' })
  expect(states()).toEqual(['done', 'planned', 'done', 'done'])
  expect([...told.keys()]).toEqual([0, 1, 2, 3])
  expect(told.get(1)).toMatchObject({ outcome: 'snoozed' })
  expect(failures).toEqual([unreachable])
})

test('one that meets a bug does not keep the others from their turn, and the bug is thrown', async () => {
  const bug = new Error('a bug')
  const { run, states, told } = await job((at) => {
    if (at === 1) throw bug
  })
  await expect(run()).rejects.toBe(bug)
  expect(states()).toEqual(['done', 'planned', 'done', 'done'])
  expect([...told.keys()]).toEqual([0, 2, 3])
})

test('a failure that ends the run leaves the others planned, without a turn', async () => {
  const { run, states, turns, atWork } = await job((at) => {
    if (at === 1) throw failure('wrong-key')
  })
  await expect(run()).rejects.toMatchObject({ code: 'wrong-key' })
  expect(states()).toEqual(['done', 'planned', 'planned', 'planned'])
  expect([turns, atWork()]).toEqual([[0, 1], 0])
})

test('a stop lets the turn end that has begun, and frees the others at once', async () => {
  const { run, states, stop, told, world, atWork } = await job((at) => {
    if (at === 1) stop.abort()
  })
  expect(await run()).toEqual({
    outcome: 'snoozed',
    untilMs: world.nowMs(),
    why: 'stopped before its turn',
  })
  expect(states()).toEqual(['done', 'done', 'planned', 'planned'])
  expect([[...told.keys()], atWork()]).toEqual([[0, 1], 0])
})

test('a stop frees the others while the turn that has begun gets no answer', async () => {
  const answer = Promise.withResolvers<void>()
  const { run, states, stop, atWork } = await job((at) => (at === 1 ? answer.promise : undefined))
  const running = run()
  await settledStates(states, ['done', 'claimed', 'claimed', 'claimed'])
  stop.abort()
  await settledStates(states, ['done', 'claimed', 'planned', 'planned'])
  expect(atWork()).toBe(1)
  answer.resolve()
  await running
  expect([states(), atWork()]).toEqual([['done', 'done', 'planned', 'planned'], 0])
})

/** Looks again each turn of the event loop. */
async function settledStates(states: () => unknown[], wanted: string[]): Promise<void> {
  while (states().join() !== wanted.join()) {
    await new Promise<void>((resolve) => {
      setImmediate(resolve)
    })
  }
}

test('a kind that is blocked meanwhile sends no more', async () => {
  let isBlocked = false
  const blocked = (): string | undefined => (isBlocked ? 'an older ledger' : undefined)
  const { run, states, turns } = await job(() => void (isBlocked = true), { blocked })
  expect(await run()).toMatchObject({ outcome: 'snoozed', why: 'an older ledger' })
  expect([states(), turns]).toEqual([['done', 'planned', 'planned', 'planned'], [0]])
})
