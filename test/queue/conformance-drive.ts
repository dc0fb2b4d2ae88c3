/** The driver on a real queue, on every store. */
import { expect, test } from 'vitest'
import { wallClock } from '../../src/clock.ts'
import { drive, type DriveEnding, type Due } from '../../src/queue/drive.ts'
import { done } from '../support/outcomes.ts'
import type { DueJob, Queue } from '../../src/queue/queue.ts'
import { consulting, type MakeScene, type Run } from './stage.ts'

/** A ledger of effects that are done once; a claim is what makes a second start harmless. */
class Effects {
  readonly #planned: Set<string>
  readonly sent: string[] = []

  constructor(names: readonly string[]) {
    this.#planned = new Set(names)
  }

  due = (): Promise<Due> => {
    const jobs = [...this.#planned].map((name): DueJob => {
      return { kind: 'consult-vehicles', id: `${name}-0`, data: { effect: name } }
    })
    return Promise.resolve({ jobs, nextDueAtMs: null })
  }

  claimAndSend: Run = (effect) => {
    if (this.#planned.delete(effect)) this.sent.push(effect)
    return Promise.resolve(done)
  }
}

export function drives(scene: MakeScene): void {
  const names = Array.from({ length: 30 }, (_, at) => `effect-${at}`)
  const driven = (queue: Queue, effects: Effects, signal: AbortSignal): Promise<DriveEnding> =>
    drive({
      queue,
      due: effects.due,
      clock: wallClock,
      signal,
      horizonMs: 0,
      graceMs: 1000,
      // As each minute in earnest: the wiped jobs come back with the next sweep.
      sweepEveryMs: 200,
    })

  test('a queue wiped in mid-run is derived again, and each effect is sent once', async () => {
    await using stage = scene()
    const effects = new Effects(names)
    const queue = await stage.open()
    let starts = 0
    const run: Run = async (effect, signal) => {
      starts += 1
      if (starts === 5 || starts === 20) await queue.wipe()
      return effects.claimAndSend(effect, signal)
    }
    await queue.start([consulting(run, { concurrency: 3 })], stage.endings)
    const ending = await driven(queue, effects, new AbortController().signal)
    expect(ending).toMatchObject({ ending: 'quiet', givenUp: [] })
    expect(effects.sent.toSorted()).toEqual(names.toSorted())
  })

  test('two drivers on one ledger finish together and send each effect once', async () => {
    await using stage = scene()
    const effects = new Effects(names)
    const signal = new AbortController().signal
    const queues = await Promise.all([1, 2].map(() => stage.open()))
    const kind = consulting(effects.claimAndSend, { concurrency: 2 })
    for (const queue of queues) await queue.start([kind], stage.endings)
    await Promise.all(queues.map((queue) => driven(queue, effects, signal)))
    expect(effects.sent.toSorted()).toEqual(names.toSorted())
  })

  test('a stop in mid-run ends what runs, and the next run finishes the rest', async () => {
    await using stage = scene()
    const effects = new Effects(names)
    const stop = new AbortController()
    const run: Run = (effect, signal) => {
      if (effects.sent.length === 9) stop.abort()
      return effects.claimAndSend(effect, signal)
    }
    const first = await stage.start([consulting(run)])
    expect(await driven(first, effects, stop.signal)).toMatchObject({
      ending: 'stopped',
      unfinished: 0,
    })
    const sent = effects.sent.length
    expect(sent).toBeLessThan(names.length)
    const next = await stage.start([consulting(effects.claimAndSend)])
    const ending = await driven(next, effects, new AbortController().signal)
    expect(ending).toMatchObject({ ending: 'quiet' })
    expect(effects.sent.toSorted()).toEqual(names.toSorted())
  })
}
