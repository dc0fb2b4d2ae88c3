/** The driver and work that is lost or does not move, with a clock that the test moves. */
import { describe, expect, test } from 'vitest'
import { GATHER_MS, SWEEP_EVERY_MS } from '../../src/queue/drive.ts'
import { done, refused, snoozed } from '../support/outcomes.ts'
import { HOLD_MS_MAX, REPEAT_FIRST_MS, REPEATS_MAX } from '../../src/queue/pace.ts'
import type { DueJob } from '../../src/queue/queue.ts'
import { consult } from '../support/queue.ts'
import { ended, setting } from './drive-setting.ts'

describe('a queue that loses its jobs', () => {
  test('a wipe of a part is made good by the next sweep', async () => {
    const { start, ledger, queue, clock } = setting()
    ledger.work = [consult('a'), consult('b')]
    void start()
    await clock.advance(1000)
    queue.jobs.delete('a')
    await clock.advance(SWEEP_EVERY_MS + GATHER_MS)
    expect(queue.taken).toEqual(['a', 'b', 'a'])
  })

  test('a queue that is found empty is filled at once', async () => {
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

describe('effects that share jobs', () => {
  const works = (ids: readonly string[]): DueJob[] => ids.map((id) => consult(id, { share: 2 }))

  test('wait in the queue once, however often the ledger is asked', async () => {
    const { start, ledger, queue, clock } = setting()
    ledger.work = works(['a', 'b', 'c', 'd'])
    void start()
    await clock.advance(5 * SWEEP_EVERY_MS)
    expect(queue.adds).toBe(1)
  })

  test('are not added again with new ones that are due beside them', async () => {
    const { start, ledger, queue, clock } = setting()
    ledger.work = works(['a', 'b', 'c'])
    void start()
    await clock.advance(1000)
    ledger.work = works(['a', 'b', 'c', 'd'])
    await clock.advance(SWEEP_EVERY_MS)
    expect(queue.taken).toHaveLength(3)
    expect(queue.works()).toEqual(['a', 'b', 'c', 'd'].map((id) => `effect-of-${id}`))
  })

  test('are added again when one of their jobs is gone', async () => {
    const { start, ledger, queue, clock } = setting()
    ledger.work = works(['a', 'b', 'c', 'd'])
    void start()
    await clock.advance(1000)
    const [lost = ''] = queue.taken
    queue.jobs.delete(lost)
    await clock.advance(SWEEP_EVERY_MS + GATHER_MS)
    expect(queue.taken.filter((id) => id === lost)).toHaveLength(2)
  })

  test('one that stays due is given up alone, after as many starts as one that has its own job', async () => {
    const { start, ledger, queue, clock } = setting()
    ledger.work = works(['still', 'moves'])
    const driving = start()
    await clock.advance(1000)
    ledger.work = works(['still'])
    let starts = 0
    for (let elapsed = 0; elapsed < 600_000 && !(await ended(driving)); elapsed += GATHER_MS) {
      const [id] = queue.jobs.keys()
      if (id !== undefined) starts += 1
      if (id !== undefined) queue.end(id)
      await clock.advance(GATHER_MS)
    }
    const kind = 'consult-vehicles'
    expect(await driving).toMatchObject({
      givenUp: [{ kind, work: 'effect-of-still', rows: 1, ended: 'done' }],
    })
    expect(starts).toBe(REPEATS_MAX + 1)
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
    expect(await driving).toMatchObject({
      ending: 'quiet',
      givenUp: [
        { kind: 'consult-vehicles', work: 'effect-of-still', rows: 1, ended: outcome.outcome },
      ],
    })
    expect(queue.taken).toHaveLength(REPEATS_MAX + 1)
    expect(gaps.at(-1)).toBeGreaterThanOrEqual(HOLD_MS_MAX)
    expect(progress.at(-1)).toMatchObject({ givenUp: 1 })
  })

  test('an epoch that counts up with each claim does not hide that the work stays', async () => {
    const { start, ledger, queue, clock } = setting()
    const work = (epoch: number): DueJob => ({
      kind: 'consult-vehicles',
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

  test('a sweep while the work is claimed does not make it start afresh', async () => {
    const { start, ledger, queue, clock } = setting()
    ledger.work = [consult('still'), consult('other')]
    void start()
    let ends = 0
    for (let step = 0; step < 200; step += 1) {
      await clock.advance(GATHER_MS)
      if (!queue.jobs.has('still')) continue
      // Another ending makes the driver look while this work is claimed.
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

  test('a snooze that stays due is held, but never for long, nor given up', async () => {
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
