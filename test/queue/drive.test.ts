/** The driver's waking and ending, with a queue in memory and a clock that the test moves. */
import { describe, expect, test } from 'vitest'
import { GATHER_MS, SWEEP_EVERY_MS } from '../../src/queue/drive.ts'
import { REPEAT_FIRST_MS } from '../../src/queue/pace.ts'
import { collect, consult } from '../support/queue.ts'
import { ended, setting } from './drive-setting.ts'

describe('the end', () => {
  test('a ledger with nothing due is quiet at once', async () => {
    const { start, ledger } = setting()
    expect(await start()).toEqual({
      ending: 'quiet',
      nextDueAtMs: null,
      givenUp: [],
      unfinished: 0,
    })
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
    expect(await driving).toMatchObject({ ending: 'quiet', givenUp: [] })
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

describe('a store that is away', () => {
  test('is asked again when its wait is over, and what was due goes on', async () => {
    const { start, away, ledger, queue, clock, finish } = absent()
    ledger.work = [consult('a')]
    away.error = new Error('gone')
    const driving = start()
    await clock.advance(10_000 - GATHER_MS)
    expect([queue.taken, away.told]).toEqual([[], ['gone', 'gone', 'gone', 'gone', 'gone']])
    away.error = undefined
    await clock.advance(2_000)
    expect([queue.taken, away.told.at(-1)]).toEqual([['a'], 'over'])
    finish('a')
    await clock.advance(1000)
    expect(await driving).toMatchObject({ ending: 'quiet' })
  })

  test('does not keep a stop from ending the work', async () => {
    const { start, away, clock, stop } = absent()
    away.error = new Error('gone')
    const driving = start()
    await clock.advance(3_000)
    stop.abort()
    expect(await driving).toMatchObject({ ending: 'stopped' })
  })

  test('ends the work with what its wait throws', async () => {
    const { start, away, clock } = absent()
    away.error = new Error('final')
    const driving = start()
    void clock.advance(1)
    await expect(driving).rejects.toThrow('final')
  })
})

/** Waits two seconds for whatever is not final. */
function absent() {
  const away = { error: undefined as Error | undefined, told: [] as string[] }
  const { clock, ledger, ...of } = setting()
  const met = (error: unknown): number => {
    const { message } = error as Error
    if (message === 'final') throw error
    away.told.push(message)
    return clock.now() + 2_000
  }
  const due = async () => {
    if (away.error !== undefined) throw away.error
    return { jobs: [...ledger.work], nextDueAtMs: null }
  }
  const absence = { met, over: () => void away.told.push('over') }
  const all = setting({ queue: of.queue, clock, signal: of.stop.signal, due, absence })
  return { ...of, clock, ledger, away, start: all.start }
}

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

  test('an idle driver sweeps as seldom as it may', async () => {
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
