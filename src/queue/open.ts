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
import { databaseEngine, redisEngine } from './engine.ts'
import { KindQueues } from './kind-queues.ts'
import type { QueuePool } from './listening-pool.ts'
import type { Queue } from './queue.ts'
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
  const { clock, prefix = PREFIX } = options
  const onTrouble = seldom(clock, options.onTrouble ?? (() => {}))
  const engine =
    'pool' in store
      ? await databaseEngine(store.pool)
      : await redisEngine(store.redisUrl, clock, onTrouble)
  const queueName = (kind: Kind): string => `${prefix}-${kind}`
  const queues = new KindQueues(engine, queueName, onTrouble)
  const timing = { ...ordinaryTiming, ...options.timing }
  const workforce = new Workforce({ engine, queueName, timing, clock, onTrouble })
  let closing: Promise<{ unfinished: number }> | undefined

  /** On the database BullMQ never answers a call to a closed queue: the caller would hang. */
  const open = (): KindQueues => {
    if (closing !== undefined) throw new Error('The queue is closed.')
    return queues
  }
  const close = async (graceMs: number): Promise<{ unfinished: number }> => {
    const ended = await workforce.close(graceMs)
    await queues.close()
    await engine.close()
    return ended
  }
  const told = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      throw engine.failureOf(error)
    }
  }
  return {
    add: (jobs) => told(async () => open().add(jobs)),
    start: (kinds, events) =>
      told(async () => {
        await open().unpause(kinds.map(({ kind }) => kind))
        await workforce.start(kinds, events)
      }),
    watch: (events) => workforce.watch(events),
    counts: () => told(async () => open().counts()),
    wipe: () => told(async () => open().wipe()),
    pause: async ({ graceMs }) => workforce.pause(graceMs),
    close: async ({ graceMs }) => (closing ??= close(graceMs)),
  }
}
