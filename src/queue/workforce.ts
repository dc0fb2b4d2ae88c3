/** The workers of this process: started together, paused within a grace, closed for good. */
import type { Clock } from '../clock.ts'
import type { Kind } from './catalogue.ts'
import type { Engine } from './engine.ts'
import type { AnyJobKind } from './job-kind.ts'
import type { QueueEvents } from './queue.ts'
import type { Ending } from './settle.ts'
import type { Timing } from './timing.ts'
import { Tally } from './tally.ts'
import { within } from './within.ts'
import { KindWorker } from './worker.ts'

/** Letting go of connections takes milliseconds, unless the store is gone. */
const CLOSE_MS_MAX = 1000
/** For storing how jobs ended: a store that is gone must not use up the grace of a stop. */
const WRITE_MS_MAX = 1000

export interface WorkforceOptions {
  engine: Engine
  queueName: (kind: Kind) => string
  timing: Timing
  clock: Clock
  onTrouble: (error: Error) => void
}

export class Workforce {
  readonly #options: WorkforceOptions
  readonly #watchers = new Set<QueueEvents>()
  readonly #stop = new AbortController()
  #workers: KindWorker[] = []
  /** Jobs whose verb is under way. */
  readonly #verbs = new Tally()
  /** Jobs that BullMQ is not done with: the verb runs, or its ending is being stored. */
  readonly #jobs = new Tally()

  constructor(options: WorkforceOptions) {
    this.#options = options
  }

  watch(events: QueueEvents): () => void {
    this.#watchers.add(events)
    return () => {
      this.#watchers.delete(events)
    }
  }

  async start(some: readonly AnyJobKind[], events: QueueEvents): Promise<void> {
    if (this.#workers.length > 0) throw new Error('The workers of a queue start only once.')
    this.watch(events)
    this.#workers = some.map((kind) => this.#open(kind))
    await Promise.all(this.#workers.map((worker) => worker.waitUntilReady()))
    for (const worker of this.#workers) worker.run().catch(this.#options.onTrouble)
  }

  #open(kind: AnyJobKind): KindWorker {
    const { engine, timing, queueName, onTrouble } = this.#options
    return new KindWorker(kind, {
      engine,
      queueName: queueName(kind.kind),
      timing,
      signal: this.#stop.signal,
      onTrouble,
      verbs: this.#verbs,
      began: () => this.#jobs.add(),
      ended: (endings) => {
        this.#jobs.remove()
        for (const [work, ending] of endings) this.#tell(kind.kind, work, ending)
      },
    })
  }

  #tell(kind: Kind, work: string, ending: Ending): void {
    for (const watcher of this.#watchers) {
      // In a microtask of its own, so that a watcher's error is not reported as one of BullMQ.
      queueMicrotask(() => {
        if ('error' in ending) watcher.failed(kind, work, ending.error)
        else watcher.settled(kind, work, ending.outcome)
      })
    }
  }

  async pause(graceMs: number): Promise<{ unfinished: number }> {
    const { clock } = this.#options
    this.#stop.abort()
    await Promise.all(this.#workers.map((worker) => worker.pause(true)))
    await within(clock, graceMs, this.#verbs.none())
    await within(clock, WRITE_MS_MAX, this.#jobs.none())
    return { unfinished: this.#verbs.count }
  }

  async close(graceMs: number): Promise<{ unfinished: number }> {
    const ended = await this.pause(graceMs)
    const force = this.#jobs.count > 0
    const closed = Promise.all(this.#workers.map((worker) => worker.close(force)))
    await within(this.#options.clock, CLOSE_MS_MAX, closed)
    return ended
  }
}
