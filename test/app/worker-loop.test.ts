/** The worker's loop in time that only the test moves: when it starts, rests, waits and gives up. */
import { expect, test } from 'vitest'
import { Failure } from '../../src/failure.ts'
import { SCHEDULE_SWEEP_MS } from '../../src/app/worker/worker-pace.ts'
import { HOUR_MS, MINUTE_MS, startLoneWorker, scheduleOf } from './workers-in-memory.ts'

test('a night starts when it falls due, and its ending is noted', async () => {
  const { ledger, said, nights, end, done } = startLoneWorker(scheduleOf('nightly'))
  await ledger.clock.advance(HOUR_MS - 1)
  expect(nights).toEqual([])
  await ledger.clock.advance(1)
  expect(said()).toEqual(['nightly due'])
  nights[0]?.end.resolve({ carriedOver: 3 })
  await ledger.clock.advance(0)
  expect(said()).toEqual(['nightly ended carried-over'])
  expect(ledger.all.get('nightly')?.last?.outcome).toBe('carried-over')
  end()
  await done
})

test('never two at once: one is let go, one waits and follows at once', async () => {
  const { ledger, said, nights, end, done } = startLoneWorker(
    scheduleOf('a'),
    scheduleOf('b'),
    scheduleOf('c', { overlap: 'queue-one' }),
  )
  await ledger.clock.advance(HOUR_MS)
  expect(said()).toEqual(['a due', 'b skip', 'c queue'])
  await ledger.clock.advance(HOUR_MS)
  expect(said()).toEqual([])
  nights[0]?.end.resolve({ carriedOver: 0 })
  await ledger.clock.advance(0)
  expect(said()).toEqual(['a ended done', 'c queued'])
  end()
  nights[1]?.end.resolve({ carriedOver: 1 })
  await done
  expect(said()).toEqual(['c ended stopped'])
})

test('a failed night is tried again after longer and longer rests while its time lasts', async () => {
  const { ledger, said, nights, end, done } = startLoneWorker(
    scheduleOf('nightly', { until: '15:00' }),
  )
  await ledger.clock.advance(HOUR_MS)
  const rests = [1, 2, 4, 8, 15, 15]
  for (const [at, rest] of rests.entries()) {
    said()
    nights[at]?.end.reject(new Failure('service-unreachable', { pt: 'away', en: 'away' }))
    await ledger.clock.advance(0)
    expect(said()).toEqual([`nightly again in ${rest} min`, 'nightly ended failed'])
    await ledger.clock.advance(rest * MINUTE_MS)
    expect(said()).toEqual(['nightly resumed'])
  }
  nights.at(-1)?.end.reject(new Error('a bug'))
  await ledger.clock.advance(3 * HOUR_MS)
  const count = nights.length
  nights.at(-1)?.end.resolve({ carriedOver: 0 })
  await ledger.clock.advance(HOUR_MS)
  expect(nights).toHaveLength(count)
  end()
  await done
})

test('a change beside the worker is noticed within a sweep', async () => {
  const { ledger, said, nights, end, done } = startLoneWorker()
  await ledger.clock.advance(2 * HOUR_MS)
  ledger.all.set('late', scheduleOf('late'))
  await ledger.clock.advance(SCHEDULE_SWEEP_MS)
  expect(said()).toEqual(['late due'])
  end()
  nights[0]?.end.resolve({ carriedOver: 0 })
  await done
})

test('a ledger that is away is waited for, and said once', async () => {
  const { ledger, said, nights, end, done } = startLoneWorker(scheduleOf('nightly'))
  await ledger.clock.advance(HOUR_MS)
  said()
  ledger.away = new Error('connection refused')
  nights[0]?.end.resolve({ carriedOver: 0 })
  await ledger.clock.advance(30 * MINUTE_MS)
  expect(said()).toEqual(['nightly ended done', 'away'])
  ledger.away = undefined
  await ledger.clock.advance(SCHEDULE_SWEEP_MS)
  expect(said()).toEqual(['back'])
  expect(ledger.all.get('nightly')?.last?.outcome).toBe('done')
  end()
  await done
})

test('a ledger that stays away for too long ends the worker', async () => {
  const { ledger, done } = startLoneWorker(scheduleOf('nightly'))
  await ledger.clock.advance(MINUTE_MS)
  ledger.away = new Error('connection refused')
  await ledger.clock.advance(HOUR_MS + 2 * SCHEDULE_SWEEP_MS)
  await expect(done).rejects.toThrow('connection refused')
})

test('a ledger that a newer version has migrated ends the worker at once', async () => {
  const { ledger, done } = startLoneWorker(scheduleOf('nightly'))
  ledger.away = new Failure('database-newer', { pt: 'nova', en: 'newer' })
  await ledger.clock.advance(MINUTE_MS)
  await expect(done).rejects.toThrow('newer')
})

test('it says once a day that it works', async () => {
  const { ledger, told, end, done } = startLoneWorker(scheduleOf('nightly', { paused: true }))
  await ledger.clock.advance(24 * HOUR_MS + MINUTE_MS)
  expect(told.filter((line) => line === 'daily')).toHaveLength(2)
  end()
  await done
})
