/** What the tests of the driver share: a ledger of named work, a queue in memory, a clock. */
import { drive } from '../../src/queue/drive.ts'
import type { DriveEnding, DriveOptions, DriveProgress } from '../../src/queue/drive.ts'
import type { DueJob } from '../../src/queue/queue.ts'
import { manualClock } from '../support/clock.ts'
import { FakeQueue } from './fake-queue.ts'

/** A ledger of named work, a queue, a clock and a running driver. */
export function setting(options: Partial<DriveOptions> = {}) {
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
export async function ended(promise: Promise<unknown>): Promise<boolean> {
  const pending = Symbol('pending')
  return (await Promise.race([promise, Promise.resolve(pending)])) !== pending
}
