/** Several workers of one ledger, in time that only the test moves: who starts a night, and who next. */
import { expect, test } from 'vitest'
import { LEASE_MS } from '../../src/app/ledger/keep-leases.ts'
import { workerPace } from '../../src/app/worker/worker-pace.ts'
import { Failure } from '../../src/failure.ts'
import { MemoryLedger, MINUTE_MS, scheduleOf, startWorker } from './workers-in-memory.ts'
import type { Worker } from './workers-in-memory.ts'

const SECOND_MS = 1_000
const DAY_MS = 24 * 60 * MINUTE_MS
const PACE = workerPace(1, false)

/** The ledger begins at noon. */
const SOON = { cron: '5 12 * * *', until: null, forSeconds: 30 * 60 } as const

/** The night has begun, and every worker has looked since. */
async function evening(ledger: MemoryLedger): Promise<void> {
  await ledger.clock.advance(5 * MINUTE_MS)
  await ledger.clock.advance(PACE.watchMs)
}

function together(...names: string[]): { ledger: MemoryLedger; workers: Worker[] } {
  const ledger = new MemoryLedger(scheduleOf('nightly', SOON))
  return { ledger, workers: names.map((name) => startWorker(ledger, name)) }
}

async function over(workers: readonly Worker[]): Promise<void> {
  for (const { end, nights, thaw } of workers) {
    end()
    thaw()
    for (const each of nights) each.end.resolve({ carriedOver: 0 })
  }
  await Promise.all(workers.map(({ done }) => done))
}

test('of three workers one begins the night, and the others process its jobs', async () => {
  const { ledger, workers } = together('a', 'b', 'c')
  await evening(ledger)
  expect(workers.map(({ said }) => said())).toEqual([
    ['nightly due'],
    ['processes for a'],
    ['processes for a'],
  ])
  workers[0]?.nights[0]?.end.resolve({ carriedOver: 0 })
  await ledger.clock.advance(PACE.watchMs)
  expect(workers.map(({ said }) => said())).toEqual([
    ['nightly ended done'],
    ['leaves'],
    ['leaves'],
  ])
  await ledger.clock.advance(20 * MINUTE_MS)
  expect(workers.map(({ nights }) => nights.length)).toEqual([1, 0, 0])
  await over(workers)
})

test('a worker that says nothing more keeps its night until the lease runs out, and no longer', async () => {
  const { ledger, workers } = together('a', 'b', 'c')
  await evening(ledger)
  for (const { said } of workers) said()
  workers[0]?.freeze()
  await ledger.clock.advance(LEASE_MS - SECOND_MS)
  expect(workers.map(({ said }) => said())).toEqual([[], [], []])
  await ledger.clock.advance(SECOND_MS + PACE.watchMs)
  await ledger.clock.advance(PACE.watchMs)
  expect(workers.map(({ said }) => said())).toEqual([
    [],
    ['nightly of a interrupted', 'leaves', 'nightly resumed'],
    ['leaves', 'processes for b'],
  ])
  expect(ledger.all.get('nightly')?.last).toMatchObject({ holder: 'b', outcome: null })
  await over(workers)
})

test('a worker that wakes without the lease stops its night, changes nothing, and processes', async () => {
  const { ledger, workers } = together('a', 'b')
  const [a, b] = workers
  await evening(ledger)
  a?.freeze()
  await ledger.clock.advance(LEASE_MS + PACE.watchMs)
  for (const { said } of workers) said()
  const before = ledger.all.get('nightly')
  a?.thaw()
  await ledger.clock.advance(PACE.watchMs)
  expect(a?.nights[0]?.lost.aborted).toBe(true)
  expect(a?.said()).toEqual(['nightly lost', 'processes for b'])
  expect(ledger.all.get('nightly')).toEqual(before)
  expect(b?.nights[0]?.lost.aborted).toBe(false)
  await over(workers)
})

test('who goes on with a night has ended processing for the one before', async () => {
  const { ledger, workers } = together('a', 'b')
  const [a, b] = workers
  await evening(ledger)
  b?.linger()
  a?.freeze()
  await ledger.clock.advance(LEASE_MS + PACE.watchMs + MINUTE_MS)
  expect(b?.said()).toEqual(['processes for a', 'nightly of a interrupted'])
  b?.processed[0]?.end.resolve()
  await ledger.clock.advance(0)
  expect(b?.said()).toEqual(['leaves', 'nightly resumed'])
  await over(workers)
})

test('a ledger that was out of reach for all leaves the night with its worker', async () => {
  const { ledger, workers } = together('a', 'b')
  await evening(ledger)
  for (const { said } of workers) said()
  ledger.away = new Error('connection refused')
  const renew = ledger.silence()
  await ledger.clock.advance(MINUTE_MS)
  ledger.away = undefined
  await ledger.clock.advance(PACE.watchMs)
  renew()
  await ledger.clock.advance(MINUTE_MS)
  expect(workers.map(({ said }) => said())).toEqual([
    ['away', 'back'],
    ['away', 'back'],
  ])
  expect(workers[0]?.nights[0]?.lost.aborted).toBe(false)
  await over(workers)
})

test('a night that its worker gives up goes on with another at once', async () => {
  const { ledger, workers } = together('a', 'b')
  const [a, b] = workers
  await evening(ledger)
  a?.nights[0]?.end.reject(
    new Failure('wrong-key', { pt: 'the key is revoked here', en: 'the key is revoked here' }),
  )
  await ledger.clock.advance(PACE.watchMs)
  expect(b?.said()).toEqual(['processes for a', 'leaves', 'nightly resumed'])
  expect(a?.said()).toContain('processes for b')
  b?.end()
  b?.nights[0]?.end.resolve({ carriedOver: 7 })
  await ledger.clock.advance(PACE.watchMs + PACE.yieldMs)
  expect(b?.said()).toEqual(['nightly ended stopped'])
  // It failed a moment ago, and waits a minute before it tries again.
  expect(a?.said()).toEqual(['leaves'])
  await ledger.clock.advance(MINUTE_MS)
  expect(a?.said()).toEqual(['nightly resumed'])
  await over(workers)
})

test('who alone fails with a night tries it again, longer each time', async () => {
  const { ledger, workers } = together('a')
  const [a] = workers
  await evening(ledger)
  for (const minutes of [1, 2, 4]) {
    a?.said()
    a?.nights.at(-1)?.end.reject(new Failure('service-unreachable', { pt: 'away', en: 'away' }))
    await ledger.clock.advance(0)
    expect(a?.said()).toEqual([`nightly again in ${minutes} min`, 'nightly ended failed'])
    await ledger.clock.advance(minutes * MINUTE_MS)
    expect(a?.said()).toEqual(['nightly resumed'])
  }
  await over(workers)
})

test('who cannot process waits, longer each time, and keeps nobody from working', async () => {
  const { ledger, workers } = together('a', 'b')
  const [a, b] = workers
  await evening(ledger)
  b?.said()
  for (const minutes of [1, 2, 4]) {
    b?.processed
      .at(-1)
      ?.end.reject(new Failure('wrong-key', { pt: 'the key is revoked', en: 'the key is revoked' }))
    await ledger.clock.advance(0)
    expect(b?.said()).toEqual([`processes again in ${minutes} min`, 'leaves'])
    await ledger.clock.advance(minutes * MINUTE_MS + PACE.watchMs)
    expect(b?.said()).toEqual(['processes for a'])
  }
  expect(a?.nights[0]?.lost.aborted).toBe(false)
  await over(workers)
})

test('who processes leaves when it is stopped, and at the time that the night ends', async () => {
  const { ledger, workers } = together('a', 'b', 'c')
  const [, b, c] = workers
  await evening(ledger)
  b?.end()
  await b?.done
  expect(b?.processed[0]?.signal.aborted).toBe(true)
  expect(c?.said()).toEqual(['processes for a'])
  await ledger.clock.advance(30 * MINUTE_MS)
  c?.processed[0]?.end.resolve()
  await ledger.clock.advance(MINUTE_MS)
  // Its reports are written by now, and there is nothing to process.
  expect(c?.said()).toEqual(['leaves'])
  await over(workers)
})

test('a worker whose clock is wrong begins no night, says so once, and begins them again', async () => {
  const { ledger, workers } = together('a', 'b')
  const [a, b] = workers
  await ledger.clock.advance(0)
  a?.setClock(61 * MINUTE_MS)
  await evening(ledger)
  expect(workers.map(({ said }) => said())).toEqual([
    [expect.stringMatching(/clock differs by 3660 s .*NTP.* schedules nothing/)],
    ['nightly due'],
  ])
  // The other one's clock goes wrong meanwhile: the night that runs is not given up.
  b?.setClock(-2 * MINUTE_MS)
  await ledger.clock.advance(MINUTE_MS)
  expect(ledger.holder()).toBe('b')
  b?.nights[0]?.end.resolve({ carriedOver: 0 })
  await ledger.clock.advance(PACE.sweepMs)
  expect(b?.said()).toEqual([expect.stringContaining('differs by 120 s'), 'nightly ended done'])
  expect(ledger.holder()).toBeUndefined()
  a?.setClock(MINUTE_MS)
  await ledger.clock.advance(PACE.watchMs)
  expect(a?.said()).toEqual(['the clock agrees again.'])
  expect(ledger.holder()).toBe('a')
  await over(workers)
})

test('a worker whose clock is wrong tells no next nights by it', async () => {
  const { ledger, workers } = together('a')
  const [a] = workers
  await ledger.clock.advance(0)
  a?.setClock(61 * MINUTE_MS)
  await ledger.clock.advance(DAY_MS + MINUTE_MS)
  expect(a?.told.filter((line) => line === 'daily')).toHaveLength(1)
  a?.setClock(0)
  await ledger.clock.advance(PACE.watchMs)
  expect(a?.told.at(-1)).toBe('daily')
  await over(workers)
})

test('nights begin on time after a clock that was ahead had noted them as done', async () => {
  const { ledger, workers } = together('a')
  const far = { ...scheduleOf('nightly', SOON), handledTo: new Date(ledger.clock.now() + DAY_MS) }
  ledger.all.set('nightly', far)
  await evening(ledger)
  expect(workers[0]?.said()).toEqual([
    'nightly: a clock that was ahead noted times to come as done; they count again.',
    'nightly due',
  ])
  await over(workers)
})

test('a night runs nowhere twice, whatever another schedule wants meanwhile', async () => {
  const ledger = new MemoryLedger(
    scheduleOf('first', SOON),
    scheduleOf('second', { ...SOON, overlap: 'queue-one' }),
  )
  const workers = ['a', 'b', 'c'].map((name) => startWorker(ledger, name))
  await evening(ledger)
  expect(workers.map(({ said }) => said())).toEqual([
    ['first due', 'second queue'],
    ['processes for a'],
    ['processes for a'],
  ])
  workers[0]?.nights[0]?.end.resolve({ carriedOver: 0 })
  await ledger.clock.advance(PACE.sweepMs)
  expect(workers.flatMap(({ nights }) => nights).map(({ name }) => name)).toEqual([
    'first',
    'second',
  ])
  await over(workers)
})
