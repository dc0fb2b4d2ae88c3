/**
 * Opens the queue on Redis or on the database: one BullMQ queue per kind.
 *
 * Each of our kinds has its own concurrency, while BullMQ's belongs to a worker of one queue: in
 * one queue with many names forty slow consultations could take every place. Eight queues
 * cost little: they share one connection, an idle worker is woken by LISTEN (or a blocking pop)
 * and looks by itself only twice a minute on the database, and a process starts workers only for
 * the kinds that it runs.
 */
import type { Clock } from '../clock.ts'
import type { Kind } from './catalogue.ts'
import { databaseEngine, redisEngine, type Engine } from './engine.ts'
import type { AnyJobKind } from './job-kind.ts'
import { KindQueues } from './kind-queues.ts'
import type { QueuePool } from './listening-pool.ts'
import type { DueJob, Queue, QueueEvents } from './queue.ts'
import { seldom } from './seldom.ts'
import { ordinaryTiming, type Timing } from './timing.ts'
import { Workforce } from './workforce.ts'

export type QueueStore = { redisUrl: string } | { pool: QueuePool }

export interface QueueOptions {
  clock: Clock
  /** Prefix of queue names, one for each installation that shares a store. Letters, digits, `-`. */
  prefix?: string
  /** Told now and then of what BullMQ recovers from by itself: a lost connection, a lost lock. */
  onTrouble?: (error: Error) => void
  timing?: Partial<Timing>
}

const PREFIX = 'frota'

/** Throws Failure `queue-unreachable` or `database-newer`. */
export async function openQueue(store: QueueStore, options: QueueOptions): Promise<Queue> {
  const onTrouble = seldom(options.clock, options.onTrouble ?? (() => {}))
  const engine =
    'pool' in store
      ? await databaseEngine(store.pool)
      : await redisEngine(store.redisUrl, options.clock, onTrouble)
  return new OpenQueue(engine, options, onTrouble)
}

class OpenQueue implements Queue {
  readonly #engine: Engine
  readonly #queues: KindQueues
  readonly #workforce: Workforce
  #closing: Promise<{ unfinished: number }> | undefined

  constructor(engine: Engine, options: QueueOptions, onTrouble: (error: Error) => void) {
    const { clock, prefix = PREFIX } = options
    const timing = { ...ordinaryTiming, ...options.timing }
    const queueName = (kind: Kind): string => `${prefix}-${kind}`
    this.#engine = engine
    this.#queues = new KindQueues(engine, queueName, onTrouble)
    this.#workforce = new Workforce({ engine, queueName, timing, clock, onTrouble })
  }

  async add(jobs: readonly DueJob[]): Promise<void> {
    await this.#open().add(jobs)
  }

  async start(kinds: readonly AnyJobKind[], events: QueueEvents): Promise<void> {
    await this.#open().unpause(kinds.map(({ kind }) => kind))
    await this.#workforce.start(kinds, events)
  }

  watch(events: QueueEvents): () => void {
    return this.#workforce.watch(events)
  }

  async counts(): ReturnType<Queue['counts']> {
    return this.#open().counts()
  }

  async wipe(): Promise<void> {
    await this.#open().wipe()
  }

  async pause({ graceMs }: { graceMs: number }): Promise<{ unfinished: number }> {
    return this.#workforce.pause(graceMs)
  }

  async close({ graceMs }: { graceMs: number }): Promise<{ unfinished: number }> {
    this.#closing ??= this.#close(graceMs)
    return this.#closing
  }

  async #close(graceMs: number): Promise<{ unfinished: number }> {
    const ended = await this.#workforce.close(graceMs)
    await this.#queues.close()
    await this.#engine.close()
    return ended
  }

  /** On the database BullMQ never answers a call to a closed queue: the caller would hang. */
  #open(): KindQueues {
    if (this.#closing !== undefined) throw new Error('The queue is closed.')
    return this.#queues
  }
}
