/** What every store of the queue must do alike; each test has queues of its own. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { done, refused, snoozed } from '../../src/queue/outcome.ts'
import type { AnyJobKind } from '../../src/queue/job-kind.ts'
import type { Outcome } from '../../src/queue/outcome.ts'
import { collect, consult, door, eventually, order, Scene } from '../support/queue.ts'
import type { OpenStore, StoreUnderTest } from '../support/queue.ts'

type Run = (effect: string, signal: AbortSignal) => Promise<Outcome>

const finish: Run = () => Promise.resolve(done)

function consulting(run: Run, options: { concurrency?: number; attempts?: number } = {}) {
  const { concurrency = 1, attempts = 1 } = options
  return {
    kind: 'consult-vehicle',
    concurrency,
    attempts,
    run: (data, { signal }) => run(data.effect, signal),
  } satisfies AnyJobKind
}

function ordering(run: Run): AnyJobKind {
  return {
    kind: 'create-order',
    concurrency: 1,
    attempts: 1,
    run: (data, { signal }) => run(data.effect, signal),
  }
}

export function queueConformance(under: StoreUnderTest): void {
  describe(`the queue on ${under.name}`, () => {
    let opened: OpenStore
    const scene = (): Scene => new Scene(opened.store)

    beforeAll(async () => {
      opened = await under.open()
    })
    afterAll(() => opened.close())

    runsJobs(scene)
    knowsIds(scene)
    endsJobs(scene)
    retries(scene)
    limits(scene)
    losesNothing(scene)
    stops(scene)
  })
}

type MakeScene = () => Scene

function runsJobs(scene: MakeScene): void {
  test('each job runs once and its ending is told once', async () => {
    await using stage = scene()
    const ran: string[] = []
    const run: Run = (effect) => {
      ran.push(effect)
      return Promise.resolve(done)
    }
    const queue = await stage.start([consulting(run, { concurrency: 3 }), ordering(run)])
    const jobs = Array.from({ length: 20 }, (_, at) =>
      at % 2 ? consult(`c${at}`) : order(`o${at}`),
    )
    await queue.add(jobs)
    await stage.endings.count(20)
    const ids = jobs.map(({ id }) => id)
    expect(stage.endings.ids()).toEqual(ids.toSorted())
    expect(ran.toSorted()).toEqual(ids.map((id) => `effect-of-${id}`).toSorted())
    expect(stage.trouble).toEqual([])
  })

  test('a chunk carries its chunk, and nothing of other kinds is started', async () => {
    await using stage = scene()
    const chunks: string[] = []
    const queue = await stage.start([
      {
        kind: 'collect-debts',
        concurrency: 1,
        attempts: 1,
        run: (data) => {
          chunks.push(data.chunk)
          return Promise.resolve(done)
        },
      },
    ])
    await queue.add([order('o'), collect('k')])
    await stage.endings.count(1)
    expect(chunks).toEqual(['chunk-of-k'])
    expect((await queue.counts())['create-order'].waiting).toBe(1)
  })

  test('several processes share the work without doing any of it twice', async () => {
    await using stage = scene()
    const ran: string[] = []
    const run: Run = (effect) => {
      ran.push(effect)
      return Promise.resolve(done)
    }
    const one = await stage.start([consulting(run, { concurrency: 2 })])
    await stage.start([consulting(run, { concurrency: 2 })])
    await one.add(Array.from({ length: 40 }, (_, at) => consult(`c${at}`)))
    await stage.endings.count(40)
    expect(new Set(ran).size).toBe(40)
    expect(ran).toHaveLength(40)
  })

  test('the more urgent job starts first, and one without priority before all', async () => {
    await using stage = scene()
    const queue = await stage.open()
    await queue.add([consult('late', { priority: 9 }), consult('soon', { priority: 2 })])
    await queue.add([consult('first')])
    await queue.start([consulting(finish)], stage.endings)
    await stage.endings.count(3)
    expect(stage.endings.told.map(({ id }) => id)).toEqual(['first', 'soon', 'late'])
  })

  test('a delayed job waits for its time', async () => {
    await using stage = scene()
    const queue = await stage.start([consulting(finish)])
    await queue.add([consult('in-an-hour', { delayMs: 3_600_000 }), consult('now')])
    await stage.endings.count(1)
    expect(stage.endings.ids()).toEqual(['now'])
    expect((await queue.counts())['consult-vehicle']).toEqual({ waiting: 0, active: 0, delayed: 1 })
  })

  test('a job that is due a little later starts by itself', async () => {
    await using stage = scene()
    const queue = await stage.start([consulting(finish)])
    await queue.add([consult('a-little-later', { delayMs: 50 })])
    await stage.endings.count(1)
    expect(stage.endings.ids()).toEqual(['a-little-later'])
  })
}

function knowsIds(scene: MakeScene): void {
  test('adding an id that waits or runs changes nothing', async () => {
    await using stage = scene()
    const held = door()
    const began = door()
    const ran: string[] = []
    const queue = await stage.start([
      consulting(async (effect) => {
        ran.push(effect)
        began.open()
        await held.passed
        return done
      }),
    ])
    await queue.add([consult('runs'), consult('waits')])
    await began.passed
    await queue.add([consult('runs'), consult('waits')])
    await queue.add(Array.from({ length: 9 }, () => consult('waits')))
    await queue.add([consult('last')])
    held.open()
    await stage.endings.count(3)
    expect(ran).toEqual(['effect-of-runs', 'effect-of-waits', 'effect-of-last'])
  })

  test.each<[string, Run]>([
    ['done', finish],
    ['snoozed', () => Promise.resolve(snoozed(Number.MAX_SAFE_INTEGER, 'no slot'))],
    ['refused', () => Promise.resolve(refused('the debt is gone'))],
    ['failed', () => Promise.reject(new Error('a bug'))],
  ])('an id that is %s may be added again and runs again', async (_ending, run) => {
    await using stage = scene()
    const queue = await stage.start([consulting(run)])
    await queue.add([consult('same')])
    await stage.endings.count(1)
    await queue.add([consult('same')])
    await stage.endings.count(2)
    expect(stage.endings.ids()).toEqual(['same', 'same'])
  })

  test.each(['12345', 'a:b', '', 'with space', 'x'.repeat(201)])(
    'the id %j is refused before it reaches the store',
    async (id) => {
      await using stage = scene()
      const queue = await stage.open()
      await expect(queue.add([consult(id)])).rejects.toThrow(RangeError)
    },
  )

  test('a payload with anything more than its name is refused and never quoted', async () => {
    await using stage = scene()
    const queue = await stage.open()
    const data = { effect: 'e', document: '111.444.777-35' }
    const adding = queue.add([{ kind: 'create-order', id: 'o', data }])
    await expect(adding).rejects.toThrow('must carry exactly { effect }')
    await expect(adding).rejects.not.toThrow('111')
  })

  test('a job whose stored payload is wrong fails at once, without its verb', async () => {
    await using stage = scene()
    let ran = 0
    const run: Run = () => {
      ran += 1
      return Promise.resolve(done)
    }
    await stage.start([consulting(run, { attempts: 5 })])
    await stage.raw('consult-vehicle', async (raw) => {
      await raw.add('consult-vehicle', { chunk: 'x' }, { jobId: 'wrong', attempts: 9 })
    })
    await stage.endings.count(1)
    expect(stage.endings.told).toEqual([
      { kind: 'consult-vehicle', id: 'wrong', error: expect.any(TypeError) },
    ])
    expect(ran).toBe(0)
  })
}

function endsJobs(scene: MakeScene): void {
  test('every expected ending is told as it was, costs one start and leaves the queue empty', async () => {
    await using stage = scene()
    const outcomes = new Map<string, Outcome>([
      ['effect-of-a', done],
      ['effect-of-b', snoozed(1_800_000_000_000, 'no slot before')],
      ['effect-of-c', refused('the vehicle is gone')],
    ])
    const starts: string[] = []
    const run: Run = (effect) => {
      starts.push(effect)
      return Promise.resolve(outcomes.get(effect) ?? done)
    }
    const queue = await stage.start([consulting(run, { attempts: 5 })])
    await queue.add([consult('a'), consult('b'), consult('c')])
    await stage.endings.count(3)
    const kind = 'consult-vehicle'
    expect(stage.endings.told).toEqual([
      { kind, id: 'a', outcome: outcomes.get('effect-of-a') },
      { kind, id: 'b', outcome: outcomes.get('effect-of-b') },
      { kind, id: 'c', outcome: outcomes.get('effect-of-c') },
    ])
    expect(starts).toHaveLength(3)
    expect((await queue.counts())[kind]).toEqual({ waiting: 0, active: 0, delayed: 0 })
  })
}

function retries(scene: MakeScene): void {
  test('an unexpected error is tried again as often as its kind says, then told', async () => {
    await using stage = scene()
    let starts = 0
    const bug = new Error('a bug that quotes 111.444.777-35')
    const run: Run = () => {
      starts += 1
      return Promise.reject(bug)
    }
    const timing = { retryFirstMs: 1 }
    const queue = await stage.start([consulting(run, { attempts: 3 })], { timing })
    await queue.add([consult('buggy')])
    await stage.endings.count(1)
    expect(stage.endings.told).toEqual([{ kind: 'consult-vehicle', id: 'buggy', error: bug }])
    expect(starts).toBe(3)
  })

  test('an error that goes away is not told', async () => {
    await using stage = scene()
    let starts = 0
    const run: Run = () => {
      starts += 1
      return starts < 3 ? Promise.reject(new Error('once more')) : Promise.resolve(done)
    }
    const timing = { retryFirstMs: 1 }
    const queue = await stage.start([consulting(run, { attempts: 3 })], { timing })
    await queue.add([consult('shaky')])
    await stage.endings.count(1)
    expect(stage.endings.told).toEqual([{ kind: 'consult-vehicle', id: 'shaky', outcome: done }])
  })

  test('what an error says is never stored', async () => {
    await using stage = scene()
    const run: Run = () => Promise.reject(new Error('it quotes 111.444.777-35'))
    const queue = await stage.start([consulting(run, { attempts: 2 })])
    await queue.add([consult('quoting')])
    await eventually(async () => (await queue.counts())['consult-vehicle'].delayed === 1)
    const stored = await stage.raw('consult-vehicle', (raw) => raw.getJob('quoting'))
    expect(stored?.failedReason).toBe('unexpected')
    expect(stored?.stacktrace?.join('')).not.toContain('111')
  })
}

function limits(scene: MakeScene): void {
  test('as many jobs run at once as their kind says, and no kind takes the place of another', async () => {
    await using stage = scene()
    const held = door()
    const full = door()
    let running = 0
    let most = 0
    const hold: Run = async () => {
      running += 1
      most = Math.max(most, running)
      if (running === 3) full.open()
      await held.passed
      running -= 1
      return done
    }
    const queue = await stage.start([consulting(hold, { concurrency: 3 }), ordering(finish)])
    await queue.add(Array.from({ length: 12 }, (_, at) => consult(`c${at}`)))
    await full.passed
    await queue.add([order('o')])
    await stage.endings.count(1)
    expect(stage.endings.ids()).toEqual(['o'])
    held.open()
    await stage.endings.count(13)
    expect(most).toBe(3)
  })
}

function losesNothing(scene: MakeScene): void {
  test('a wipe in mid-run drops what waits, and the running job ends and may be added again', async () => {
    await using stage = scene()
    const held = door()
    const began = door()
    const ran: string[] = []
    const queue = await stage.start([
      consulting(async (effect) => {
        ran.push(effect)
        began.open()
        await held.passed
        return done
      }),
    ])
    await queue.add([consult('runs'), consult('waits'), consult('later', { delayMs: 1e6 })])
    await began.passed
    await queue.wipe()
    expect((await queue.counts())['consult-vehicle']).toEqual({ waiting: 0, active: 0, delayed: 0 })
    held.open()
    await stage.endings.count(1)
    expect(ran).toEqual(['effect-of-runs'])
    await queue.add([consult('runs'), consult('waits')])
    await stage.endings.count(3)
    expect(ran).toEqual(['effect-of-runs', 'effect-of-runs', 'effect-of-waits'])
  })

  test('a wipe that was killed half-way leaves no queue paused', async () => {
    await using stage = scene()
    await stage.raw('consult-vehicle', (raw) => raw.pause())
    const queue = await stage.start([consulting(finish)])
    await queue.add([consult('c')])
    await stage.endings.count(1)
    expect(stage.endings.ids()).toEqual(['c'])
  })
}

function stops(scene: MakeScene): void {
  test('closing lets the job in flight end and starts no other', async () => {
    await using stage = scene()
    const began = door()
    const ended: string[] = []
    const queue = await stage.start([
      consulting(async (effect, signal) => {
        began.open()
        await new Promise<void>((resolve) => {
          signal.addEventListener('abort', () => resolve(), { once: true })
        })
        ended.push(effect)
        return done
      }),
    ])
    await queue.add([consult('in-flight'), consult('next')])
    await began.passed
    expect(await queue.pause({ graceMs: 30_000 })).toEqual({ unfinished: 0 })
    expect(ended).toEqual(['effect-of-in-flight'])
    expect((await queue.counts())['consult-vehicle']).toEqual({ waiting: 1, active: 0, delayed: 0 })
    expect(await queue.close({ graceMs: 30_000 })).toEqual({ unfinished: 0 })
  })

  test('a job that outlives the grace is left behind and counted', async () => {
    await using stage = scene()
    const began = door()
    const held = door()
    const queue = await stage.start([
      consulting(async () => {
        began.open()
        await held.passed
        return done
      }),
    ])
    await queue.add([consult('endless')])
    await began.passed
    expect(await queue.close({ graceMs: 10 })).toEqual({ unfinished: 1 })
    held.open()
  })

  test('a paused worker leaves a new job to others', async () => {
    await using stage = scene()
    const mine: string[] = []
    const run: Run = (effect) => {
      mine.push(effect)
      return Promise.resolve(done)
    }
    const paused = await stage.start([consulting(run)])
    await paused.add([consult('before')])
    await stage.endings.count(1)
    await paused.pause({ graceMs: 1000 })
    await paused.add([consult('after')])
    const theirs = await stage.open()
    await theirs.start([consulting(finish)], stage.endings)
    await stage.endings.count(2)
    expect(mine).toEqual(['effect-of-before'])
    expect(stage.endings.ids()).toEqual(['after', 'before'])
  })
}
