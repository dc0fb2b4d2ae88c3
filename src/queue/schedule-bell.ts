/**
 * Rings when a schedule falls due, by BullMQ's job schedulers. It is derived from the ledger and
 * may be wiped or out of reach: whoever listens also looks by itself now and then.
 */
import { Queue as BullQueue, Worker } from 'bullmq'
import type { IQueueBackend, JobProgress } from 'bullmq'
import type { Clock } from '../clock.ts'
import type { CronTime } from './cron.ts'
import { BOUND, databaseEngine, redisEngine } from './engine.ts'
import type { Connection, Engine } from './engine.ts'
import type { QueueStore } from './open.ts'
import { seldom } from './seldom.ts'
import { within } from './within.ts'

export interface TimedSchedule extends CronTime {
  /** Of the ledger; letters, digits and `-`. */
  readonly id: string
}

export interface ScheduleBell {
  /** Makes the job schedulers what the ledger says; never throws, a store may be away. */
  keep(schedules: readonly TimedSchedule[]): void
  close(): Promise<void>
}

export interface BellOptions {
  clock: Clock
  /** Who shares a store differs in it. Letters, digits, `-`. */
  prefix: string
  ring: () => void
  /** Told now and then of what is tried again by itself. */
  onTrouble: (error: Error) => void
}

type BellQueue = BullQueue<unknown, void, string, unknown, void, string, IQueueBackend, Connection>

/** A stop has ten seconds in all. */
const CLOSE_MS_MAX = 500
/** Nobody subscribes to BullMQ's event streams. */
const EVENTS_MAX = 100

/** Throws Failure `queue-unreachable` or `database-newer`. */
export async function openScheduleBell(
  store: QueueStore,
  options: BellOptions,
): Promise<ScheduleBell> {
  const { clock } = options
  const onTrouble = seldom(clock, options.onTrouble)
  const engine =
    'pool' in store
      ? await databaseEngine(store.pool)
      : await redisEngine(store.redisUrl, clock, onTrouble)
  return new OpenBell(engine, { ...options, onTrouble })
}

class OpenBell implements ScheduleBell {
  readonly #engine: Engine
  readonly #options: BellOptions
  readonly #queue: BellQueue
  readonly #worker: Worker<unknown, void, string, IQueueBackend, JobProgress, Connection>
  #kept = ''
  #keeping: Promise<void> | undefined

  constructor(engine: Engine, options: BellOptions) {
    const { prefix, ring, onTrouble } = options
    const name = `${prefix}-schedules`
    this.#engine = engine
    this.#options = options
    const streams = { events: { maxLen: EVENTS_MAX } }
    this.#queue = new BullQueue(name, { connection: BOUND, streams }, engine.backend)
    this.#worker = new Worker(
      name,
      async () => ring(),
      { connection: BOUND, drainDelay: engine.idleLookSeconds },
      engine.backend,
    )
    // Without listeners Node would end the process for what BullMQ recovers from by itself.
    this.#queue.on('error', onTrouble)
    this.#worker.on('error', onTrouble)
  }

  keep(schedules: readonly TimedSchedule[]): void {
    // A store that is away answers when it is back: one question waits for it, not one a minute.
    if (this.#keeping !== undefined) return
    this.#keeping = this.#keep(schedules)
      .catch(this.#options.onTrouble)
      .finally(() => (this.#keeping = undefined))
  }

  async #keep(schedules: readonly TimedSchedule[]): Promise<void> {
    const wanted = JSON.stringify(schedules.map(({ id, cron, zone }) => [id, cron, zone]))
    const count = await this.#queue.getJobSchedulersCount()
    if (wanted === this.#kept && count === schedules.length) return
    const ids = new Set(schedules.map(({ id }) => id))
    for (const { key } of await this.#queue.getJobSchedulers()) {
      if (!ids.has(key)) await this.#queue.removeJobScheduler(key)
    }
    for (const { id, cron, zone } of schedules) {
      const opts = { removeOnComplete: true, removeOnFail: true }
      await this.#queue.upsertJobScheduler(id, { pattern: cron, tz: zone }, { name: 'due', opts })
    }
    this.#kept = wanted
  }

  async close(): Promise<void> {
    const { clock } = this.#options
    // Not by force, which would leave its wait for work behind, and with it the process.
    await within(clock, CLOSE_MS_MAX, this.#worker.close())
    await within(clock, CLOSE_MS_MAX, this.#queue.close())
    await this.#engine.close()
  }
}
