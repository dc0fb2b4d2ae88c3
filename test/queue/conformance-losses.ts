/** What wipes, stops and cut connections do, on every store. */
import { expect, test } from 'vitest'
import { done } from '../support/outcomes.ts'
import { consult, door, order, type Scene } from '../support/queue.ts'
import { atWork, consulting, finish, ordering, type MakeScene, type Run } from './stage.ts'

export function losesNothing(scene: MakeScene): void {
  test('a wipe in mid-run drops what waits, and the running job may be added again', async () => {
    await using stage = scene()
    const { queue, ran, held } = await atWork(stage)
    await queue.wipe()
    expect((await queue.counts())['consult-vehicles']).toEqual({
      waiting: 0,
      active: 0,
      delayed: 0,
    })
    held.open()
    await stage.endings.count(1)
    expect(ran).toEqual(['effect-of-runs'])
    await queue.add([consult('runs'), consult('waits')])
    await stage.endings.count(3)
    expect(ran).toEqual(['effect-of-runs', 'effect-of-runs', 'effect-of-waits'])
  })

  test('wipes of two processes that overlap all end', async () => {
    await using stage = scene()
    const queue = await stage.open()
    const other = await stage.open()
    const jobs = Array.from({ length: 20 }, (_, at) => consult(`job-${at}`))
    await queue.add(jobs)
    await Promise.all(Array.from({ length: 8 }, () => [queue.wipe(), other.wipe()]).flat())
    expect(await queue.counts()).toMatchObject({ 'consult-vehicles': { waiting: 0 } })
  })

  test('a wipe that was killed half-way leaves no queue paused', async () => {
    await using stage = scene()
    await stage.raw('consult-vehicles', (raw) => raw.pause())
    const queue = await stage.start([consulting(finish)])
    await queue.add([consult('c')])
    await stage.endings.count(1)
    expect(stage.endings.ids()).toEqual(['c'])
  })
}

export function reconnects(scene: MakeScene, cut: (stage: Scene) => Promise<void>): void {
  test('workers whose waiting connections were cut go on by themselves', async () => {
    await using stage = scene()
    const queue = await stage.start([consulting(finish), ordering(finish)])
    await queue.add([consult('before')])
    await stage.endings.count(1)
    await cut(stage)
    await queue.add([consult('after'), order('after-too')])
    await stage.endings.count(3)
    await cut(stage)
    await queue.add([consult('again')])
    await stage.endings.count(4)
    expect(stage.endings.ids()).toEqual(['after', 'after-too', 'again', 'before'])
  })
}

export function stops(scene: MakeScene): void {
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
    expect((await queue.counts())['consult-vehicles']).toEqual({
      waiting: 1,
      active: 0,
      delayed: 0,
    })
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
    // Round trips in which the worker comes to wait for its next job; that wait must not take it.
    for (let trip = 0; trip < 20; trip += 1) await paused.counts()
    await paused.pause({ graceMs: 1000 })
    await paused.add([consult('after')])
    const theirs = await stage.open()
    await theirs.start([consulting(finish)], stage.endings)
    await stage.endings.count(2)
    expect(mine).toEqual(['effect-of-before'])
    expect(stage.endings.ids()).toEqual(['after', 'before'])
  })
}
