/**
 * Opens the queue on Redis or on the database: one BullMQ queue per kind.
 *
 * Concurrency is a kind's own in our jobs, and BullMQ's is a worker's own, on one queue: one queue
 * with many names would let forty slow consultations hold every place of the worker. Seven queues
 * cost little: they share one connection, an idle worker is woken by LISTEN (or a blocking pop)
 * and looks by itself only twice a minute on the database, and a process starts workers only for the
 * kinds that it runs.
 */
import { Queue as BullQueue } from 'bullmq'
import type { IQueueBackend, JobsOptions } from 'bullmq'
import type { Clock } from '../clock.ts'
import { kinds, parsePayload } from './catalogue.ts'
import type { Kind } from './catalogue.ts'
import { BOUND, databaseEngine, redisEngine } from './engine.ts'
import type { Connection, Engine } from './engine.ts'
import type { QueuePool } from './listening-pool.ts'
import type { DueJob, KindCounts, Queue } from './queue.ts'
import { ordinaryTiming } from './timing.ts'
import type { Timing } from './timing.ts'
import { Workforce } from './workforce.ts'

export type QueueStore = { redisUrl: string } | { pool: QueuePool }

export interface QueueOptions {
  clock: Clock
  /** Names of queues begin with it; programs that share a store differ in it. Letters, digits, `-`. */
  prefix?: string
  /** Told of what BullMQ recovers from by itself: a lost connection, a lost lock. For the log. */
  onTrouble?: (error: Error) => void
  timing?: Partial<Timing>
}

type KindQueue = BullQueue<unknown, void, string, unknown, void, string, IQueueBackend, Connection>

const PREFIX = 'frota'
/** More starts than any kind wants: the kind's own `attempts` decide, where the job runs. */
const STARTS_MAX = 100
/** One bulk statement or pipeline; a larger one would block the store for everybody else. */
const BULK_MAX = 500
/** BullMQ adds many jobs on the database through two temporary tables, which only many repay. */
const SINGLY_MAX = 3
/** Nobody subscribes to BullMQ's event streams; this is the least that keeps them from growing. */
const EVENTS_MAX = 100
const ID = /^(?!\d+$)[\w.-]{1,200}$/

/** Throws Failure `queue-unreachable` or `database-newer`. */
export async function openQueue(store: QueueStore, options: QueueOptions): Promise<Queue> {
  const onTrouble = options.onTrouble ?? (() => {})
  const engine =
    'pool' in store
      ? await databaseEngine(store.pool)
      : await redisEngine(store.redisUrl, options.clock, onTrouble)
  const prefix = options.prefix ?? PREFIX
  const timing = { ...ordinaryTiming, ...options.timing }
  const queueName = (kind: Kind): string => `${prefix}-${kind}`
  const queues = openQueues(engine, queueName, onTrouble)
  const workforce = new Workforce({ engine, queueName, timing, clock: options.clock, onTrouble })
  return {
    add: (jobs) => addAll(queues, jobs),
    start: async (some, events) => {
      await unpause(
        queues,
        some.map(({ kind }) => kind),
      )
      await workforce.start(some, events)
    },
    watch: (events) => workforce.watch(events),
    counts: () => countAll(queues),
    wipe: async () => {
      for (const queue of queues.values()) await queue.obliterate({ force: true })
    },
    pause: ({ graceMs }) => workforce.pause(graceMs),
    close: async ({ graceMs }) => {
      const ended = await workforce.close(graceMs)
      await Promise.all([...queues.values()].map((queue) => queue.close()))
      await engine.close()
      return ended
    },
  }
}

/**
 * The prefix is part of the name: BullMQ's own `prefix` option is ignored on the database, and the
 * names of its notifications are not qualified by the schema.
 */
function openQueues(
  engine: Engine,
  queueName: (kind: Kind) => string,
  onTrouble: (error: Error) => void,
): Map<Kind, KindQueue> {
  const streams = { events: { maxLen: EVENTS_MAX } }
  const open = (kind: Kind): KindQueue =>
    new BullQueue(queueName(kind), { connection: BOUND, streams }, engine.backend)
  const queues = new Map(kinds.map((kind) => [kind, open(kind)]))
  for (const queue of queues.values()) queue.on('error', onTrouble)
  return queues
}

/** A wipe pauses a queue before it empties it; one that was killed in between left it paused. */
async function unpause(queues: Map<Kind, KindQueue>, some: readonly Kind[]): Promise<void> {
  for (const kind of some) {
    const queue = queues.get(kind)
    if (queue !== undefined && (await queue.isPaused())) await queue.resume()
  }
}

async function addAll(queues: Map<Kind, KindQueue>, jobs: readonly DueJob[]): Promise<void> {
  for (const [kind, queue] of queues) {
    const entries = jobs.filter((job) => job.kind === kind).map(entryOf)
    if (entries.length <= SINGLY_MAX) {
      for (const { name, data, opts } of entries) await queue.add(name, data, opts)
      continue
    }
    for (let start = 0; start < entries.length; start += BULK_MAX) {
      await queue.addBulk(entries.slice(start, start + BULK_MAX))
    }
  }
}

/** Throws a RangeError or a TypeError for an id or a payload that only a bug makes. */
function entryOf(job: DueJob): { name: string; data: unknown; opts: JobsOptions } {
  if (!ID.test(job.id)) throw new RangeError(`A ${job.kind} job has an id that BullMQ refuses.`)
  const opts: JobsOptions = {
    jobId: job.id,
    attempts: STARTS_MAX,
    backoff: { type: 'custom' },
    // A kept job, even a failed one, would swallow the sweep's re-add of its id.
    removeOnComplete: true,
    removeOnFail: true,
    stackTraceLimit: 0,
  }
  if (job.priority !== undefined) opts.priority = job.priority
  if (job.delayMs !== undefined) opts.delay = job.delayMs
  return { name: job.kind, data: parsePayload(job.kind, job.data), opts }
}

async function countAll(queues: Map<Kind, KindQueue>): Promise<Record<Kind, KindCounts>> {
  const count = async (kind: Kind): Promise<[Kind, KindCounts]> => {
    const queue = queues.get(kind)
    const counted = (await queue?.getJobCounts()) ?? {}
    const of = (...states: string[]): number =>
      states.reduce((sum, state) => sum + (counted[state] ?? 0), 0)
    return [
      kind,
      {
        waiting: of('waiting', 'prioritized', 'paused'),
        active: of('active'),
        delayed: of('delayed'),
      },
    ]
  }
  return recordOf(await Promise.all(kinds.map(count)))
}

/** A record of every kind; the one cast that `Object.fromEntries` needs. */
function recordOf<V>(entries: [Kind, V][]): Record<Kind, V> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one entry for each of `kinds`
  return Object.fromEntries(entries) as Record<Kind, V>
}
