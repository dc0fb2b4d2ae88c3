/** Several workers of one ledger, in time that only the test moves: who starts, helps, takes over. */
import { expect, test } from 'vitest'
import { Failure } from '../../src/failure.ts'
import { workerPace } from '../../src/app/worker/worker-pace.ts'
import { standingOf } from '../../src/app/worker/schedule-policy.ts'
import type { NightFacts } from '../../src/app/worker/schedule-policy.ts'
import { Desk, HOUR_MS, MINUTE_MS, scheduleOf, startWorker } from './worker-desk.ts'
import type { Worker } from './worker-desk.ts'

const SECOND_MS = 1_000
const PACE = workerPace(1, false)

/** The desk opens at noon. */
const SOON = { cron: '5 12 * * *', until: null, forSeconds: 30 * 60 } as const

/** The night has begun, and every worker has looked since. */
async function evening(desk: Desk): Promise<void> {
  await desk.clock.advance(5 * MINUTE_MS)
  await desk.clock.advance(PACE.sweepMs + PACE.watchMs)
}

function company(...names: string[]): { desk: Desk; workers: Worker[] } {
  const desk = new Desk(scheduleOf('nightly', SOON))
  return { desk, workers: names.map((name) => startWorker(desk, name)) }
}

async function over(workers: readonly Worker[]): Promise<void> {
  for (const { end, nights } of workers) {
    end()
    for (const each of nights) each.end.resolve({ carriedOver: 0 })
  }
  await Promise.all(workers.map(({ done }) => done))
}

/** What its process was doing is never heard of again. */
function killed(worker: Worker | undefined): void {
  worker?.freeze()
  worker?.desk.present.delete(worker.presence.holder)
}

test('of three workers one begins the night, and the others help with it', async () => {
  const { desk, workers } = company('a', 'b', 'c')
  await evening(desk)
  expect(workers.map(({ said }) => said())).toEqual([['nightly due'], ['helps a'], ['helps a']])
  workers[0]?.nights[0]?.end.resolve({ carriedOver: 0 })
  await desk.clock.advance(PACE.watchMs)
  expect(workers.map(({ said }) => said())).toEqual([
    ['nightly ended done'],
    ['leaves'],
    ['leaves'],
  ])
  await desk.clock.advance(20 * MINUTE_MS)
  expect(workers.map(({ nights }) => nights.length)).toEqual([1, 0, 0])
  await over(workers)
})

test('a conductor that is killed is followed by one of the others within seconds', async () => {
  const { desk, workers } = company('a', 'b', 'c')
  await evening(desk)
  for (const { said } of workers) said()
  killed(workers[0])
  await desk.clock.advance(PACE.beatMs + PACE.watchMs + PACE.goneMs)
  const told = workers.map(({ said }) => said())
  expect(told[1]).toEqual(['took over from a, gone', 'leaves', 'nightly resumed'])
  expect(told[2]).toEqual(['leaves', 'helps b'])
  expect(desk.ended).toEqual([])
  expect(desk.all.get('nightly')?.last).toMatchObject({ holder: 'b', outcome: null })
  workers[0]?.thaw()
  await over(workers)
})

test('a frozen conductor is waited for a minute; woken, it stops and helps', async () => {
  const { desk, workers } = company('a', 'b')
  const [a, b] = workers
  await evening(desk)
  for (const { said } of workers) said()
  a?.freeze()
  await desk.clock.advance(PACE.frozenMs - PACE.beatMs - SECOND_MS)
  expect(b?.said()).toEqual([])
  await desk.clock.advance(PACE.beatMs + PACE.watchMs + SECOND_MS)
  expect(b?.said()).toEqual(['took over from a, frozen', 'leaves', 'nightly resumed'])
  // Its session would keep the fleets.
  expect(desk.ended).toEqual(['a'])
  a?.thaw()
  await desk.clock.advance(PACE.sweepMs)
  expect(a?.nights[0]?.taken.aborted).toBe(true)
  expect(a?.said()).toEqual(['nightly taken', 'helps b'])
  expect(desk.all.get('nightly')?.last).toMatchObject({ holder: 'b', outcome: null })
  await over(workers)
})

test('who goes on with a night has ended its help before', async () => {
  const { desk, workers } = company('a', 'b')
  const [a, b] = workers
  await evening(desk)
  b?.linger()
  killed(a)
  await desk.clock.advance(PACE.beatMs + PACE.watchMs + PACE.goneMs + MINUTE_MS)
  expect(b?.said()).toEqual(['helps a', 'took over from a, gone'])
  b?.helps[0]?.end.resolve()
  await desk.clock.advance(0)
  expect(b?.said()).toEqual(['leaves', 'nightly resumed'])
  a?.thaw()
  await over(workers)
})

test('a connection that broke for a moment takes no night away', async () => {
  const { desk, workers } = company('a', 'b')
  await evening(desk)
  for (const { said } of workers) said()
  for (let beat = 0; beat < 4; beat += 1) {
    await desk.clock.advance(PACE.beatMs - SECOND_MS)
    desk.present.delete('a')
    await desk.clock.advance(SECOND_MS + 1)
    desk.present.add('a')
  }
  expect(workers.map(({ said }) => said())).toEqual([[], []])
  await over(workers)
})

test('a night that its conductor gives up goes on with another at once', async () => {
  const { desk, workers } = company('a', 'b')
  const [a, b] = workers
  await evening(desk)
  a?.end()
  a?.nights[0]?.end.resolve({ carriedOver: 7 })
  await desk.clock.advance(PACE.watchMs)
  expect(b?.said()).toEqual(['helps a', 'leaves', 'nightly resumed'])
  b?.nights[0]?.end.reject(new Failure('service-unreachable', 'away'))
  await desk.clock.advance(MINUTE_MS)
  expect(b?.said()).toEqual(['nightly again in 1 min', 'nightly ended failed', 'nightly resumed'])
  await over(workers)
})

test('who cannot help rests, longer each time, and keeps nobody from working', async () => {
  const { desk, workers } = company('a', 'b')
  const [a, b] = workers
  await evening(desk)
  b?.said()
  for (const rest of [1, 2, 4]) {
    b?.helps.at(-1)?.end.reject(new Failure('wrong-key', 'the key is revoked'))
    await desk.clock.advance(0)
    expect(b?.said()).toEqual([`helps again in ${rest} min`, 'leaves'])
    await desk.clock.advance(rest * MINUTE_MS + PACE.watchMs)
    expect(b?.said()).toEqual(['helps a'])
  }
  expect(a?.nights[0]?.taken.aborted).toBe(false)
  await over(workers)
})

test('who helps leaves when it is stopped, and at the time that the night ends', async () => {
  const { desk, workers } = company('a', 'b', 'c')
  const [, b, c] = workers
  await evening(desk)
  b?.end()
  await b?.done
  expect(b?.helps[0]?.signal.aborted).toBe(true)
  expect(c?.said()).toEqual(['helps a'])
  await desk.clock.advance(30 * MINUTE_MS)
  c?.helps[0]?.end.resolve()
  await desk.clock.advance(MINUTE_MS)
  // The conductor writes its reports by now, and there is nothing to help with.
  expect(c?.said()).toEqual(['leaves'])
  await over(workers)
})

test('a night runs nowhere twice, whatever another schedule wants meanwhile', async () => {
  const desk = new Desk(
    scheduleOf('first', SOON),
    scheduleOf('second', { ...SOON, overlap: 'queue-one' }),
  )
  const workers = ['a', 'b', 'c'].map((name) => startWorker(desk, name))
  await evening(desk)
  expect(workers.map(({ said }) => said())).toEqual([
    ['first due', 'second queue'],
    ['helps a'],
    ['helps a'],
  ])
  workers[0]?.nights[0]?.end.resolve({ carriedOver: 0 })
  await desk.clock.advance(PACE.watchMs + PACE.sweepMs)
  expect(workers.flatMap(({ nights }) => nights).map(({ name }) => name)).toEqual([
    'first',
    'second',
  ])
  await over(workers)
})

test('whose night it is', () => {
  const night = (given: Partial<NightFacts>): NightFacts => {
    return { outcome: null, holder: 'other', beatAgeMs: 0, ...given }
  }
  const standing = (facts: NightFacts | null, gone: string[] = []) =>
    standingOf(facts, { holder: 'me', gone: new Set(gone) }, PACE)
  expect(standing(null)).toBe('none')
  expect(standing(night({ outcome: 'failed' }))).toBe('none')
  expect(standing(night({ holder: 'me', beatAgeMs: HOUR_MS }))).toBe('mine')
  expect(standing(night({}))).toBe('others')
  expect(standing(night({ beatAgeMs: PACE.frozenMs - 1 }))).toBe('others')
  expect(standing(night({ beatAgeMs: PACE.frozenMs }))).toBe('left')
  expect(standing(night({ beatAgeMs: PACE.goneMs - 1 }), ['other'])).toBe('others')
  expect(standing(night({ beatAgeMs: PACE.goneMs }), ['other'])).toBe('left')
  // One of an older version kept no beat, and there is only one of these.
  expect(standing(night({ holder: null, beatAgeMs: null }))).toBe('left')
})
