/** The conductor with a queue in memory and a clock that the test moves. */
import { describe, expect, test } from 'vitest'
import { drive, GATHER_MS, SWEEP_EVERY_MS } from '../../src/queue/drive.ts'
import type { DriveEnding, DriveOptions, DriveProgress } from '../../src/queue/drive.ts'
import { done, refused, snoozed } from '../../src/queue/outcome.ts'
import { HOLD_MS_MAX, REPEAT_FIRST_MS, REPEATS_MAX } from '../../src/queue/pace.ts'
import type { DueJob } from '../../src/queue/queue.ts'
import { manualClock } from '../support/clock.ts'
import { collect, consult } from '../support/queue.ts'
import { FakeQueue } from './fake-queue.ts'

/** A ledger of named work, a queue, a clock and a running conductor. */
function setting(options: Partial<DriveOptions> = {}) {
  const queue = new FakeQueue()
  const clock = manualClock()
  const stop = new AbortController()
  const ledger = { work: [] as DueJob[], nextDueAtMs: null as number | null, sweeps: 0 }
  const progress: DriveProgress[] = []
  const start = (): Promise<DriveEnding> =>
    drive({
      queue,
      due: () => {
        ledger.sweeps += 1
        return Promise.resolve({ jobs: [...ledger.work], nextDueAtMs: ledger.nextDueAtMs })
      },
      clock,
      signal: stop.signal,
      horizonMs: 30_000,
      graceMs: 8000,
      onProgress: (told) => progress.push(told),
      ...options,
    })
  const finish = (id: string): void => {
    ledger.work = ledger.work.filter((job) => job.id !== id)
    queue.end(id)
  }
  return { queue, clock, stop, ledger, progress, start, finish }
}

/** Whether a promise has ended, looked at without waiting for it. */
async function ended(promise: Promise<unknown>): Promise<boolean> {
  const pending = Symbol('pending')
  return (await Promise.race([promise, Promise.resolve(pending)])) !== pending
}

describe('the end', () => {
  test('a ledger with nothing due is quiet at once', async () => {
    const { start, ledger } = setting()
    expect(await start()).toEqual({ ending: 'quiet', nextDueAtMs: null, stuck: 0, unfinished: 0 })
    expect(ledger.sweeps).toBe(1)
  })

  test('it is quiet when all work has ended, not before', async () => {
    const { start, ledger, queue, clock, finish } = setting()
    ledger.work = [consult('a'), collect('b')]
    const driving = start()
    await clock.advance(1000)
    expect(queue.taken).toEqual(['a', 'b'])
    finish('a')
    await clock.advance(1000)
    expect(await ended(driving)).toBe(false)
    finish('b')
    await clock.advance(1000)
    expect(await driving).toMatchObject({ ending: 'quiet', stuck: 0 })
    expect(queue.watchers.size).toBe(0)
  })

  test('work that runs elsewhere and is no longer due keeps it from being quiet', async () => {
    const { start, queue, clock } = setting()
    await queue.add([consult('theirs')])
    const driving = start()
    await clock.advance(10 * SWEEP_EVERY_MS)
    expect(await ended(driving)).toBe(false)
    queue.endElsewhere('theirs')
    await clock.advance(SWEEP_EVERY_MS + GATHER_MS)
    expect(await driving).toMatchObject({ ending: 'quiet' })
  })

  test('work beyond the horizon is not waited for, and its time is told', async () => {
    const { start, ledger, clock } = setting({ horizonMs: 30_000 })
    ledger.nextDueAtMs = clock.now() + 30_001
    expect(await start()).toMatchObject({ ending: 'quiet', nextDueAtMs: clock.now() + 30_001 })
  })

  test('work within the horizon is waited for and then added', async () => {
    const { start, ledger, queue, clock, finish } = setting({ horizonMs: 30_000 })
    ledger.nextDueAtMs = clock.now() + 30_000
    const driving = start()
    await clock.advance(29_999)
    expect(queue.taken).toEqual([])
    ledger.work = [consult('later')]
    ledger.nextDueAtMs = null
    await clock.advance(1 + GATHER_MS)
    expect(queue.taken).toEqual(['later'])
    finish('later')
    await clock.advance(1000)
    expect(await driving).toMatchObject({ ending: 'quiet' })
  })
})

describe('waking', () => {
  test('an ending that comes while the ledger is being read is not lost', async () => {
    const { queue, clock, ledger, progress } = setting()
    ledger.work = [consult('a')]
    let reads = 0
    const { start } = setting({
      queue,
      clock,
      onProgress: (told) => progress.push(told),
      due: async () => {
        reads += 1
        const jobs = [...ledger.work]
        if (reads === 2) {
          // The answer is already old: what it lists ends and unlocks more before it arrives.
          ledger.work = [consult('b')]
          queue.end('a')
          await clock.sleep(10)
        }
        return { jobs, nextDueAtMs: null }
      },
    })
    void start()
    await clock.advance(SWEEP_EVERY_MS + GATHER_MS)
    expect(reads).toBe(2)
    await clock.advance(10 + REPEAT_FIRST_MS + 4 * GATHER_MS)
    expect(queue.taken).toContain('b')
  })

  test('a job that ends before `add` has answered is not lost', async () => {
    const { queue, ledger, clock, start } = setting()
    ledger.work = [consult('quick')]
    const { add } = queue
    queue.add = async (jobs) => {
      await add(jobs)
      ledger.work = []
      for (const { id } of jobs) queue.end(id)
      await clock.sleep(5)
    }
    const driving = start()
    await clock.advance(1000)
    expect(await driving).toMatchObject({ ending: 'quiet' })
  })

  test('a hundred endings share few sweeps', async () => {
    const { start, ledger, clock, finish } = setting()
    const ids = Array.from({ length: 100 }, (_, at) => `c${at}`)
    ledger.work = ids.map((id) => consult(id))
    const driving = start()
    await clock.advance(1000)
    const before = ledger.sweeps
    for (const id of ids) finish(id)
    await clock.advance(1000)
    expect(await driving).toMatchObject({ ending: 'quiet' })
    expect(ledger.sweeps - before).toBeLessThanOrEqual(2)
  })

  test('what another process settles is noticed by the periodic sweep', async () => {
    const { start, ledger, queue, clock } = setting()
    ledger.work = [consult('a')]
    const driving = start()
    await clock.advance(1000)
    queue.endElsewhere('a')
    ledger.work = [consult('b')]
    await clock.advance(SWEEP_EVERY_MS + GATHER_MS)
    expect(queue.taken).toEqual(['a', 'b'])
    queue.endElsewhere('b')
    ledger.work = []
    await clock.advance(SWEEP_EVERY_MS + GATHER_MS)
    expect(await driving).toMatchObject({ ending: 'quiet' })
  })

  test('an idle conductor sweeps as seldom as it may', async () => {
    const { start, ledger, queue, clock } = setting()
    await queue.add([consult('long')])
    void start()
    await clock.advance(10 * SWEEP_EVERY_MS)
    expect(ledger.sweeps).toBeLessThanOrEqual(11)
  })

  test('a ledger that always names a past time does not make it spin', async () => {
    const { start, ledger, clock } = setting()
    ledger.nextDueAtMs = clock.now() - 1
    void start()
    await clock.advance(60 * GATHER_MS)
    expect(ledger.sweeps).toBeLessThanOrEqual(62)
  })
})

describe('a queue that loses its jobs', () => {
  test('a wipe in mid-run is made good by the next sweep', async () => {
    const { start, ledger, queue, clock } = setting()
    ledger.work = [consult('a'), consult('b')]
    void start()
    await clock.advance(1000)
    queue.jobs.clear()
    await clock.advance(SWEEP_EVERY_MS + GATHER_MS)
    expect(queue.taken).toEqual(['a', 'b', 'a', 'b'])
  })

  test('a wipe of a part is made good, too', async () => {
    const { start, ledger, queue, clock } = setting()
    ledger.work = [consult('a'), consult('b')]
    void start()
    await clock.advance(1000)
    queue.jobs.delete('a')
    await clock.advance(SWEEP_EVERY_MS + GATHER_MS)
    expect(queue.taken).toEqual(['a', 'b', 'a'])
  })

  test('a queue that is found empty is filled at once, without waiting for the minute', async () => {
    const { start, ledger, queue, clock } = setting()
    ledger.work = [consult('a')]
    ledger.nextDueAtMs = clock.now() + 5000
    void start()
    await clock.advance(1000)
    queue.jobs.clear()
    await clock.advance(4000 + GATHER_MS)
    expect(queue.taken).toEqual(['a', 'a'])
  })

  test('jobs that wait in the queue are not added again by each ending', async () => {
    const { start, ledger, queue, clock, finish } = setting()
    ledger.work = Array.from({ length: 50 }, (_, at) => consult(`c${at}`))
    void start()
    await clock.advance(1000)
    for (let at = 0; at < 5; at += 1) {
      finish(`c${at}`)
      await clock.advance(1000)
    }
    expect(queue.adds).toBe(1)
  })
})

describe('work that does not move', () => {
  test.each([
    ['done', done],
    ['refused', refused('never')],
  ])('work that stays due although it is %s backs off and is given up', async (_name, outcome) => {
    const { start, ledger, queue, clock, progress } = setting()
    ledger.work = [consult('still')]
    const driving = start()
    const gaps: number[] = []
    let since = 0
    for (let elapsed = 0; elapsed < 600_000 && !(await ended(driving)); elapsed += GATHER_MS) {
      await clock.advance(GATHER_MS)
      since += GATHER_MS
      if (!queue.jobs.has('still')) continue
      gaps.push(since)
      since = 0
      queue.end('still', outcome)
    }
    expect(await driving).toMatchObject({ ending: 'quiet', stuck: 1 })
    expect(queue.taken).toHaveLength(REPEATS_MAX + 1)
    expect(gaps.at(-1)).toBeGreaterThanOrEqual(HOLD_MS_MAX)
    expect(progress.at(-1)).toMatchObject({ stuck: 1 })
  })

  test('an epoch that counts up with each claim does not hide that the work stays', async () => {
    const { start, ledger, queue, clock } = setting()
    const work = (epoch: number): DueJob => ({
      kind: 'consult-vehicle',
      id: `effect-1-${epoch}`,
      data: { effect: 'effect-1' },
    })
    let epoch = 0
    ledger.work = [work(epoch)]
    void start()
    for (let step = 0; step < 100; step += 1) {
      await clock.advance(GATHER_MS)
      if (queue.jobs.size === 0) continue
      epoch += 1
      ledger.work = [work(epoch)]
      queue.fail(`effect-1-${epoch - 1}`)
    }
    expect(queue.taken.length).toBeLessThanOrEqual(5)
  })

  test('a job that ends before `add` has answered backs off like any other', async () => {
    const { start, ledger, queue, clock } = setting()
    ledger.work = [consult('quick')]
    const { add } = queue
    queue.add = async (jobs) => {
      await add(jobs)
      for (const { id } of jobs) queue.end(id)
    }
    void start()
    await clock.advance(REPEAT_FIRST_MS * 7 + 10 * GATHER_MS)
    expect(queue.taken.length).toBeGreaterThan(1)
    expect(queue.taken.length).toBeLessThanOrEqual(4)
  })

  test('a sweep while the work is claimed, and so not due, does not make it start afresh', async () => {
    const { start, ledger, queue, clock } = setting()
    ledger.work = [consult('still'), consult('other')]
    void start()
    let ends = 0
    for (let step = 0; step < 200; step += 1) {
      await clock.advance(GATHER_MS)
      if (!queue.jobs.has('still')) continue
      // Another ending makes the conductor look while this work is claimed.
      ledger.work = [consult('other')]
      if (queue.jobs.has('other')) queue.end('other', snoozed(0, 'to wake it'))
      await clock.advance(2 * GATHER_MS)
      ledger.work = [consult('still'), consult('other')]
      queue.end('still')
      ends += 1
    }
    expect(ends).toBeLessThanOrEqual(6)
  })

  test('work that left the ledger in between starts afresh', async () => {
    const { start, ledger, queue, clock, finish } = setting()
    await queue.add([consult('other')])
    void start()
    for (let round = 0; round < REPEATS_MAX + 4; round += 1) {
      ledger.work = [consult('again')]
      await clock.advance(SWEEP_EVERY_MS + GATHER_MS)
      finish('again')
      await clock.advance(SWEEP_EVERY_MS + GATHER_MS)
    }
    expect(queue.taken.filter((id) => id === 'again')).toHaveLength(REPEATS_MAX + 4)
  })

  test('a snooze that stays due is held until its time, but never for long, nor given up', async () => {
    const { start, ledger, queue, clock } = setting({ horizonMs: Infinity })
    ledger.work = [consult('sleepy')]
    void start()
    await clock.advance(GATHER_MS)
    queue.end('sleepy', snoozed(clock.now() + 5000, 'no slot'))
    await clock.advance(4900)
    expect(queue.taken).toHaveLength(1)
    await clock.advance(100 + 2 * GATHER_MS)
    expect(queue.taken).toHaveLength(2)
    for (let round = 0; round < 2 * REPEATS_MAX; round += 1) {
      queue.end('sleepy', snoozed(clock.now() + 3_600_000, 'no slot'))
      await clock.advance(HOLD_MS_MAX + 2 * GATHER_MS)
    }
    expect(queue.taken).toHaveLength(2 + 2 * REPEATS_MAX)
  })

  test('a snooze into the past does not spin', async () => {
    const { start, ledger, queue, clock } = setting()
    ledger.work = [consult('hasty')]
    void start()
    for (let step = 0; step < 100; step += 1) {
      await clock.advance(GATHER_MS)
      if (queue.jobs.has('hasty')) queue.end('hasty', snoozed(0, 'a bug'))
    }
    expect(queue.taken.length).toBeLessThanOrEqual((100 * GATHER_MS) / REPEAT_FIRST_MS + 1)
  })

  test('a snooze beyond the horizon lets the run end, and its time is told', async () => {
    const { start, ledger, queue, clock } = setting({ horizonMs: 30_000 })
    ledger.work = [consult('tomorrow')]
    const driving = start()
    await clock.advance(GATHER_MS)
    const untilMs = clock.now() + 86_400_000
    queue.end('tomorrow', snoozed(untilMs, 'the quota is used'))
    await clock.advance(2 * GATHER_MS)
    expect(await driving).toMatchObject({ ending: 'quiet', nextDueAtMs: untilMs })
  })
})

describe('a stop', () => {
  test('nothing is added any more and the grace is passed on', async () => {
    const { start, ledger, queue, clock, stop } = setting()
    ledger.work = [consult('a')]
    const driving = start()
    await clock.advance(1000)
    ledger.work = [consult('a'), consult('b')]
    queue.unfinishedAfterPause = 1
    stop.abort()
    expect(await driving).toMatchObject({ ending: 'stopped', unfinished: 1 })
    expect(queue.taken).toEqual(['a'])
    expect(queue.paused).toBe(8000)
  })

  test('a stop before the start sends nothing', async () => {
    const { start, ledger, queue, stop } = setting()
    ledger.work = [consult('a')]
    stop.abort()
    expect(await start()).toMatchObject({ ending: 'stopped' })
    expect(queue.taken).toEqual([])
  })

  test('a store that does not answer does not keep it from stopping', async () => {
    const { start, ledger, queue, clock, stop } = setting()
    ledger.work = [consult('a')]
    queue.add = () => new Promise(() => {})
    const driving = start()
    await clock.advance(1000)
    stop.abort()
    expect(await driving).toMatchObject({ ending: 'stopped' })
  })

  test('an error of the ledger ends it and leaves no watcher', async () => {
    const { start, queue } = setting({
      due: () => Promise.reject(new Error('the database is gone')),
    })
    await expect(start()).rejects.toThrow('the database is gone')
    expect(queue.watchers.size).toBe(0)
  })
})
