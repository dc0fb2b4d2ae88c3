/** A queue in memory whose jobs end when the test says so; ids behave as BullMQ's do. */
import { kinds, type Kind } from '../../src/queue/catalogue.ts'
import { done } from '../support/outcomes.ts'
import type { Outcome } from '../../src/queue/outcome.ts'
import { shareJobs, workOf, type SharedJob } from '../../src/queue/share-jobs.ts'
import type { DriveOptions } from '../../src/queue/drive.ts'
import type { DueJob, KindCounts, QueueEvents } from '../../src/queue/queue.ts'

export class FakeQueue {
  readonly jobs = new Map<string, SharedJob>()
  /** Every id that was added and not there already, in order. */
  readonly taken: string[] = []
  readonly watchers = new Set<QueueEvents>()
  adds = 0
  paused: number | undefined
  unfinishedAfterPause = 0

  add = (jobs: readonly DueJob[]): Promise<void> => {
    this.adds += 1
    for (const job of shareJobs(jobs)) {
      if (this.jobs.has(job.id)) continue
      this.jobs.set(job.id, job)
      this.taken.push(job.id)
    }
    return Promise.resolve()
  }

  counts = (): Promise<Record<Kind, KindCounts>> => {
    const of = (kind: Kind): KindCounts => ({
      waiting: [...this.jobs.values()].filter((job) => job.kind === kind).length,
      active: 0,
      delayed: 0,
    })
    return Promise.resolve({
      'import-fleet': of('import-fleet'),
      'register-vehicles': of('register-vehicles'),
      'consult-vehicles': of('consult-vehicles'),
      'collect-debts': of('collect-debts'),
      'create-orders': of('create-orders'),
      'preview-orders': of('preview-orders'),
      'follow-orders': of('follow-orders'),
      'export-reports': of('export-reports'),
    } satisfies Record<(typeof kinds)[number], KindCounts>)
  }

  watch = (events: QueueEvents): (() => void) => {
    this.watchers.add(events)
    return () => this.watchers.delete(events)
  }

  pause: DriveOptions['queue']['pause'] = ({ graceMs }) => {
    this.paused = graceMs
    return Promise.resolve({ unfinished: this.unfinishedAfterPause })
  }

  works(): string[] {
    return [...this.jobs.values()].flatMap((job) => job.works.map(workOf))
  }

  /** A worker of this process ends the job. */
  end(id: string, outcome: Outcome = done): void {
    const job = this.#remove(id)
    for (const watcher of this.watchers)
      for (const work of job.works) watcher.settled(job.kind, workOf(work), outcome)
  }

  fail(id: string): void {
    const job = this.#remove(id)
    for (const watcher of this.watchers)
      for (const work of job.works) watcher.failed(job.kind, workOf(work), new Error('a bug'))
  }

  /** A worker of another process ends the job: nobody here is told. */
  endElsewhere(id: string): void {
    this.#remove(id)
  }

  #remove(id: string): SharedJob {
    const job = this.jobs.get(id)
    if (job === undefined) throw new Error(`${id} is not in the queue`)
    this.jobs.delete(id)
    return job
  }
}
