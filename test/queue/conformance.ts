/** What every store of the queue must do alike; each test has queues of its own. */
import { afterAll, describe, expect, test } from 'vitest'
import { done, refused, snoozed } from '../support/outcomes.ts'
import { collect, consult, door, order, Scene, type StoreUnderTest } from '../support/queue.ts'
import { drives } from './conformance-drive.ts'
import { endsJobs, retries } from './conformance-endings.ts'
import { knowsIds, knowsPayloads } from './conformance-ids.ts'
import { losesNothing, reconnects, stops } from './conformance-losses.ts'
import { consulting, finish, ordering, type MakeScene, type Run } from './stage.ts'

export function queueConformance(under: StoreUnderTest): void {
  describe(`the queue on ${under.name}`, async () => {
    const opened = await under.open()
    const scene = (): Scene => new Scene(opened.store)

    afterAll(() => opened.close())

    runsJobs(scene)
    ordersJobs(scene)
    sharesJobs(scene)
    knowsIds(scene)
    knowsPayloads(scene)
    endsJobs(scene)
    retries(scene)
    limits(scene)
    losesNothing(scene)
    const { cut } = under
    if (cut !== undefined) reconnects(scene, (stage) => cut(opened.store, stage.prefix))
    drives(scene)
    stops(scene)
  })
}

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
    expect((await queue.counts())['create-orders'].waiting).toBe(1)
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
}

function sharesJobs(scene: MakeScene): void {
  test('effects that share a job are done in their order and told each as it ended', async () => {
    await using stage = scene()
    const starts: string[] = []
    const queue = await stage.open()
    const outcomes = [done, snoozed(1_800_000_000_000, 'no slot before'), refused('gone')]
    const run: Run = (effect) => {
      starts.push(effect)
      return Promise.resolve(outcomes[starts.length - 1] ?? done)
    }
    const jobs = ['c', 'a', 'b', 'd'].map((id, at) => consult(id, { priority: at + 1, share: 3 }))
    await queue.add(jobs)
    await queue.add(jobs)
    const kind = 'consult-vehicles'
    expect((await queue.counts())[kind].waiting).toBe(2)
    await queue.start([consulting(run)], stage.endings)
    await stage.endings.count(4)
    expect(starts).toEqual(['c', 'a', 'b', 'd'].map((id) => `effect-of-${id}`))
    expect(stage.endings.told).toEqual([
      { kind, id: 'c', outcome: outcomes[0] },
      { kind, id: 'a', outcome: outcomes[1] },
      { kind, id: 'b', outcome: outcomes[2] },
      { kind, id: 'd', outcome: done },
    ])
  })

  test('of effects that share a job only those that threw are told as failed', async () => {
    await using stage = scene()
    const bug = new Error('a bug')
    const queue = await stage.start(
      [
        {
          kind: 'consult-vehicles',
          concurrency: 1,
          attempts: 2,
          run: ({ effects: [first = ''] }, { settled }) => {
            settled(first, done)
            return Promise.reject(bug)
          },
        },
      ],
      { timing: { retryFirstMs: 1 } },
    )
    const kind = 'consult-vehicles'
    await queue.add([consult('good', { share: 2 }), consult('bad', { share: 2 })])
    await stage.endings.count(2)
    expect(stage.endings.told).toEqual([
      { kind, id: 'good', outcome: done },
      { kind, id: 'bad', error: bug },
    ])
  })
}

function ordersJobs(scene: MakeScene): void {
  test('the more urgent job starts first, and one without priority before all', async () => {
    await using stage = scene()
    const queue = await stage.open()
    await queue.add([consult('late', { priority: 9 }), consult('soon', { priority: 2 })])
    await queue.add([consult('first')])
    await queue.start([consulting(finish)], stage.endings)
    await stage.endings.count(3)
    expect(stage.endings.told.map(({ id }) => id)).toEqual(['first', 'soon', 'late'])
  })
}

function limits(scene: MakeScene): void {
  test('as many jobs run at once as their kind says, beside those of other kinds', async () => {
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
