/** The BullMQ queue of each kind: adding to them, counting, emptying. */
import { Queue as BullQueue, type IQueueBackend, type JobsOptions } from 'bullmq'
import { kinds, parsePayload, type Kind } from './catalogue.ts'
import { BOUND, type Connection, type Engine } from './engine.ts'
import type { DueJob, KindCounts } from './queue.ts'
import { shareJobs, workOf, type SharedJob } from './share-jobs.ts'

type KindQueue = BullQueue<unknown, void, string, unknown, void, string, IQueueBackend, Connection>

/** More starts than any kind wants: the kind's own `attempts` decide, where the job runs. */
const STARTS_MAX = 100
/** One bulk statement or pipeline; a larger one would block the store for everybody else. */
const BULK_MAX = 500
/** BullMQ adds many jobs on the database through two temporary tables, which only many repay. */
const SINGLY_MAX = 3
/** Nobody subscribes to BullMQ's event streams; this is the least that keeps them from growing. */
const EVENTS_MAX = 100
/** Of one queue that other processes resume meanwhile. */
const WIPE_TRIES_MAX = 10
const ID = /^(?!\d+$)[\w.-]{1,200}$/

export class KindQueues {
  readonly #queues: ReadonlyMap<Kind, KindQueue>
  #wiped: Promise<void> = Promise.resolve()

  /**
   * `queueName` holds the prefix: BullMQ's own `prefix` option is ignored on the database, and its
   * notifications are not qualified by a schema.
   */
  constructor(
    engine: Engine,
    queueName: (kind: Kind) => string,
    onTrouble: (error: Error) => void,
  ) {
    const streams = { events: { maxLen: EVENTS_MAX } }
    const open = (kind: Kind): KindQueue =>
      new BullQueue(queueName(kind), { connection: BOUND, streams }, engine.backend)
    this.#queues = new Map(kinds.map((kind) => [kind, open(kind)]))
    for (const queue of this.#queues.values()) queue.on('error', onTrouble)
  }

  async add(jobs: readonly DueJob[]): Promise<void> {
    const shared = shareJobs(jobs)
    for (const [kind, queue] of this.#queues) {
      const entries = shared.filter((job) => job.kind === kind).map(entryOf)
      if (entries.length <= SINGLY_MAX) {
        for (const { name, data, opts } of entries) await queue.add(name, data, opts)
        continue
      }
      for (let start = 0; start < entries.length; start += BULK_MAX) {
        await queue.addBulk(entries.slice(start, start + BULK_MAX))
      }
    }
  }

  async counts(): Promise<Record<Kind, KindCounts>> {
    const counts = await Promise.all(
      [...this.#queues].map(async ([kind, queue]) => [kind, await countsOf(queue)] as const),
    )
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one entry for each of `kinds`
    return Object.fromEntries(counts) as Record<Kind, KindCounts>
  }

  /** A wipe pauses a queue, then empties it; a process killed in between leaves it paused. */
  async unpause(some: readonly Kind[]): Promise<void> {
    for (const kind of some) {
      const queue = this.#queues.get(kind)
      if (queue !== undefined && (await queue.isPaused())) await queue.resume()
    }
  }

  /** Wipes run one after the other: the first to end would resume the queue paused by a second. */
  wipe(): Promise<void> {
    const wiped = this.#wiped.then(() => this.#wipe())
    this.#wiped = wiped.catch(() => undefined)
    return wiped
  }

  async #wipe(): Promise<void> {
    for (const queue of this.#queues.values()) await obliterate(queue)
  }

  async close(): Promise<void> {
    await Promise.all([...this.#queues.values()].map((queue) => queue.close()))
  }
}

/** It pauses the queue first; another process that wipes or begins may end that pause in between. */
async function obliterate(queue: KindQueue, tries = 1): Promise<void> {
  try {
    await queue.obliterate({ force: true })
  } catch (error) {
    const isResumed = error instanceof Error && error.message.includes('non-paused')
    if (!isResumed || tries === WIPE_TRIES_MAX) throw error
    await obliterate(queue, tries + 1)
  }
}

/** Throws a RangeError or a TypeError for an id or a payload that only a bug makes. */
function entryOf({ kind, id, works }: SharedJob): {
  name: string
  data: unknown
  opts: JobsOptions
} {
  if (!ID.test(id)) throw new RangeError(`A ${kind} job has an id that BullMQ refuses.`)
  const [job] = works
  const opts: JobsOptions = {
    jobId: id,
    attempts: STARTS_MAX,
    backoff: { type: 'custom' },
    // A kept job, even a failed one, would swallow the sweep's re-add of its id.
    removeOnComplete: true,
    removeOnFail: true,
    stackTraceLimit: 0,
  }
  if (job.priority !== undefined) opts.priority = job.priority
  const data = 'effect' in job.data ? { effects: works.map(workOf) } : job.data
  return { name: kind, data: parsePayload(kind, data), opts }
}

async function countsOf(queue: KindQueue): Promise<KindCounts> {
  const counted = await queue.getJobCounts()
  const of = (...states: string[]): number =>
    states.reduce((sum, state) => sum + (counted[state] ?? 0), 0)
  return {
    // BullMQ counts a job with a priority, and any job of a paused queue, under names of their own.
    waiting: of('waiting', 'prioritized', 'paused'),
    active: of('active'),
    delayed: of('delayed'),
  }
}
