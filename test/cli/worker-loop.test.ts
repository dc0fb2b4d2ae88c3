/** The worker's loop in time that only the test moves: when it starts, rests, waits and gives up. */
import { expect, test } from 'vitest'
import { Failure } from '../../src/failure.ts'
import type { Schedule } from '../../src/ledger/schedules.ts'
import { Doze } from '../../src/cli/worker-doze.ts'
import { SCHEDULE_SWEEP_MS, workOn } from '../../src/cli/worker-loop.ts'
import type { WorkerTools } from '../../src/cli/worker-loop.ts'
import { manualClock } from '../support/clock.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const START_MS = Date.UTC(2026, 10, 20, 12)

function scheduleOf(name: string, given: Partial<Schedule> = {}): Schedule {
  return {
    id: name,
    name,
    cron: '0 20 * * *',
    zone: 'UTC',
    fleets: null,
    until: '06:00',
    forSeconds: null,
    overlap: 'skip',
    catchUp: 'none',
    paused: false,
    handledTo: new Date(START_MS),
    queuedDueAt: null,
    last: null,
    skipped: null,
    createdAt: new Date(START_MS),
    ...given,
  }
}

/** Schedules in memory, with the same rules as the ledger's. */
function openDesk(...given: Schedule[]) {
  const clock = manualClock(START_MS)
  const controller = new AbortController()
  const all = new Map(given.map((schedule) => [schedule.id, schedule]))
  const told: string[] = []
  const nights: { name: string; end: PromiseWithResolvers<{ carriedOver: number }> }[] = []
  const desk = { away: undefined as Error | undefined, keeps: 0, reclaims: 0 }
  const change = (id: string, set: Partial<Schedule>): void => {
    const found = all.get(id)
    if (desk.away !== undefined) throw desk.away
    if (found !== undefined) all.set(id, { ...found, ...set })
  }
  const doze = new Doze(controller.signal)
  const tools: WorkerTools = {
    schedules: {
      list: async () => {
        if (desk.away !== undefined) throw desk.away
        return [...all.values()]
      },
      noteStart: async (id, { dueAt, stopAt, at }) => {
        const last = { dueAt, stopAt, startedAt: at, endedAt: null, outcome: null }
        change(id, { handledTo: dueAt, queuedDueAt: null, last })
        return true
      },
      noteEnd: async (id, { outcome, at }) => {
        const last = all.get(id)?.last
        if (last) change(id, { last: { ...last, outcome, endedAt: at } })
      },
      noteSkip: async (id, { dueAt }) => change(id, { handledTo: dueAt }),
      noteQueued: async (id, dueAt) => change(id, { handledTo: dueAt, queuedDueAt: dueAt }),
    },
    bell: { keep: () => void (desk.keeps += 1) },
    doze,
    clock,
    stop: controller.signal,
    words: {
      started: ({ name }, { why }) => told.push(`${name} ${why}`),
      letGo: ({ name }, { kind }) => told.push(`${name} ${kind}`),
      ended: ({ name }, outcome) => told.push(`${name} ended ${outcome}`),
      failed: ({ name }, _error, againAtMs) =>
        told.push(`${name} again in ${(againAtMs - clock.now()) / MINUTE_MS} min`),
      lost: () => told.push('lost'),
      found: () => told.push('found'),
      daily: () => told.push('daily'),
    },
    runNight: ({ name }) => {
      const end = Promise.withResolvers<{ carriedOver: number }>()
      nights.push({ name, end })
      return end.promise
    },
    reclaim: async () => void (desk.reclaims += 1),
    scale: 1,
    lostMsMax: HOUR_MS,
  }
  const ended = workOn(tools)
  ended.catch(() => undefined)
  const said = (): string[] => told.splice(0).filter((line) => line !== 'daily')
  return { ...tools, desk, all, told, said, nights, clock, ended, stop: () => controller.abort() }
}

test('a night starts when it falls due, and its ending is noted', async () => {
  const { clock, said, nights, all, stop, ended } = openDesk(scheduleOf('nightly'))
  await clock.advance(8 * HOUR_MS - 1)
  expect(nights).toEqual([])
  await clock.advance(1)
  expect(said()).toEqual(['nightly due'])
  nights[0]?.end.resolve({ carriedOver: 3 })
  await clock.advance(0)
  expect(said()).toEqual(['nightly ended carried-over'])
  expect(all.get('nightly')?.last?.outcome).toBe('carried-over')
  stop()
  await ended
})

test('never two at once: one is let go, one waits and follows at once', async () => {
  const { clock, said, nights, stop, ended } = openDesk(
    scheduleOf('a'),
    scheduleOf('b'),
    scheduleOf('c', { overlap: 'queue-one' }),
  )
  await clock.advance(8 * HOUR_MS)
  expect(said()).toEqual(['a due', 'b skip', 'c queue'])
  await clock.advance(HOUR_MS)
  expect(said()).toEqual([])
  nights[0]?.end.resolve({ carriedOver: 0 })
  await clock.advance(0)
  expect(said()).toEqual(['a ended done', 'c queued'])
  stop()
  nights[1]?.end.resolve({ carriedOver: 1 })
  await ended
  expect(said()).toEqual(['c ended stopped'])
})

test('a failed night is tried again after longer and longer rests while its time lasts', async () => {
  const { clock, said, nights, stop, ended } = openDesk(scheduleOf('nightly'))
  await clock.advance(8 * HOUR_MS)
  const rests = [1, 2, 4, 8, 15, 15]
  for (const [at, rest] of rests.entries()) {
    said()
    nights[at]?.end.reject(new Failure('service-unreachable', 'away'))
    await clock.advance(0)
    expect(said()).toEqual([`nightly again in ${rest} min`, 'nightly ended failed'])
    await clock.advance(rest * MINUTE_MS)
    expect(said()).toEqual(['nightly resumed'])
  }
  nights.at(-1)?.end.reject(new Error('a bug'))
  await clock.advance(11 * HOUR_MS)
  const count = nights.length
  nights.at(-1)?.end.resolve({ carriedOver: 0 })
  await clock.advance(HOUR_MS)
  expect(nights).toHaveLength(count)
  stop()
  await ended
})

test('a change beside the worker is noticed within a sweep', async () => {
  const { clock, said, all, nights, stop, ended } = openDesk()
  await clock.advance(9 * HOUR_MS)
  all.set('late', scheduleOf('late'))
  await clock.advance(SCHEDULE_SWEEP_MS)
  expect(said()).toEqual(['late due'])
  stop()
  nights[0]?.end.resolve({ carriedOver: 0 })
  await ended
})

test('a ledger that is away is waited for, said once, and the lock is claimed again', async () => {
  const { clock, said, desk, nights, all, stop, ended } = openDesk(scheduleOf('nightly'))
  await clock.advance(8 * HOUR_MS)
  said()
  desk.away = new Error('connection refused')
  nights[0]?.end.resolve({ carriedOver: 0 })
  await clock.advance(30 * MINUTE_MS)
  expect(said()).toEqual(['nightly ended done', 'lost'])
  expect(desk.reclaims).toBe(0)
  desk.away = undefined
  await clock.advance(SCHEDULE_SWEEP_MS)
  expect(said()).toEqual(['found'])
  expect(desk.reclaims).toBe(1)
  expect(all.get('nightly')?.last?.outcome).toBe('done')
  stop()
  await ended
})

test('a ledger that stays away for too long ends the worker', async () => {
  const { clock, desk, ended } = openDesk(scheduleOf('nightly'))
  await clock.advance(MINUTE_MS)
  desk.away = new Error('connection refused')
  await clock.advance(HOUR_MS + 2 * SCHEDULE_SWEEP_MS)
  await expect(ended).rejects.toThrow('connection refused')
})

test('it says once a day that it works', async () => {
  const { clock, told, desk, stop, ended } = openDesk(scheduleOf('nightly', { paused: true }))
  await clock.advance(72 * HOUR_MS + MINUTE_MS)
  expect(told.filter((line) => line === 'daily')).toHaveLength(4)
  expect(desk.keeps).toBeGreaterThan(0)
  stop()
  await ended
})
