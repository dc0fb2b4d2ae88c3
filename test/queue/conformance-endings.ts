/** How jobs end, on every store: as told, and again when the error was unexpected. */
import { expect, test } from 'vitest'
import { done, refused, snoozed } from '../support/outcomes.ts'
import type { Outcome } from '../../src/queue/outcome.ts'
import { consult, eventually } from '../support/queue.ts'
import { consulting, type MakeScene, type Run } from './stage.ts'

export function endsJobs(scene: MakeScene): void {
  test('every expected ending is told as it was and costs one start', async () => {
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
    const kind = 'consult-vehicles'
    expect(stage.endings.told).toEqual([
      { kind, id: 'a', outcome: outcomes.get('effect-of-a') },
      { kind, id: 'b', outcome: outcomes.get('effect-of-b') },
      { kind, id: 'c', outcome: outcomes.get('effect-of-c') },
    ])
    expect(starts).toHaveLength(3)
    expect((await queue.counts())[kind]).toEqual({ waiting: 0, active: 0, delayed: 0 })
  })
}

export function retries(scene: MakeScene): void {
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
    expect(stage.endings.told).toEqual([{ kind: 'consult-vehicles', id: 'buggy', error: bug }])
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
    expect(stage.endings.told).toEqual([{ kind: 'consult-vehicles', id: 'shaky', outcome: done }])
  })

  test('what an error says is never stored', async () => {
    await using stage = scene()
    const run: Run = () => Promise.reject(new Error('it quotes 111.444.777-35'))
    const queue = await stage.start([consulting(run, { attempts: 2 })])
    await queue.add([consult('quoting')])
    await eventually(async () => (await queue.counts())['consult-vehicles'].delayed === 1)
    const stored = await stage.raw('consult-vehicles', (raw) => raw.getJob('quoting'))
    expect(stored?.failedReason).toBe('unexpected')
    expect(stored?.stacktrace?.join('')).not.toContain('111')
  })
}
