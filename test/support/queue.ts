/**
 * The stores that the queue's suite runs on: the database always (PGlite, or PostgreSQL with
 * FROTA_TEST_ENGINE), Redis when REDIS_URL names one; and what a test of a queue needs.
 */
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Queue as BullQueue, type JobsOptions } from 'bullmq'
import { Redis } from 'ioredis'
import { wallClock } from '../../src/clock.ts'
import { openEmbedded } from '../../src/database/open-embedded.ts'
import { openServer } from '../../src/database/open-server.ts'
import type { Kind } from '../../src/queue/catalogue.ts'
import { BOUND, databaseEngine, redisEngine, type Engine } from '../../src/queue/engine.ts'
import type { AnyJobKind } from '../../src/queue/job-kind.ts'
import { openQueue, type QueueOptions, type QueueStore } from '../../src/queue/open.ts'
import type { Outcome } from '../../src/queue/outcome.ts'
import type { DueJob, Queue, QueueEvents } from '../../src/queue/queue.ts'
import { openTestDatabase, testEngine } from './database.ts'

export interface OpenStore {
  store: QueueStore
  close(): Promise<void>
}

/** Where a child process finds the same store. */
export type StoreAddress = { redisUrl: string } | { databaseUrl: string } | { pgDataDir: string }

export interface StoreUnderTest {
  name: string
  open(): Promise<OpenStore>
  /** Cuts the waiting connections of the queues with this prefix, as a restarted server does. */
  cut?: (store: QueueStore, prefix: string) => Promise<void>
  /** A store that another process can open, too; on PGlite one at a time. */
  address(): Promise<{ address: StoreAddress; remove: () => Promise<void> }>
}

const nothing = (): Promise<void> => Promise.resolve()

const database: StoreUnderTest = {
  name: testEngine(),
  // PGlite lives in this process: it has no connection that could be cut.
  ...(testEngine() === 'postgresql' ? { cut: cutListeners } : {}),
  open: async () => {
    const opened = await openTestDatabase()
    return { store: { pool: opened.queuePool }, close: () => opened.close() }
  },
  address: async () => {
    const databaseUrl = process.env['DATABASE_URL']
    if (testEngine() === 'postgresql' && databaseUrl !== undefined) {
      return { address: { databaseUrl }, remove: nothing }
    }
    const directory = await mkdtemp(join(tmpdir(), 'frota-queue-'))
    const pgDataDir = join(directory, 'pgdata')
    return { address: { pgDataDir }, remove: () => rm(directory, { recursive: true, force: true }) }
  },
}

function redis(redisUrl: string): StoreUnderTest {
  return {
    name: 'redis',
    cut: (_store, prefix) => cutBlocked(redisUrl, prefix),
    open: () => Promise.resolve({ store: { redisUrl }, close: nothing }),
    address: () => Promise.resolve({ address: { redisUrl }, remove: nothing }),
  }
}

/** The test's database is its own, so every session that listens in it is the queue's. */
async function cutListeners(store: QueueStore): Promise<void> {
  if (!('pool' in store)) return
  await store.pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()`,
  )
}

/** BullMQ names a worker's blocking connection by its queue. */
async function cutBlocked(redisUrl: string, prefix: string): Promise<void> {
  const client = new Redis(redisUrl)
  const listed = String(await client.client('LIST'))
  for (const line of listed.split('\n')) {
    const id = /^id=(\d+)/.exec(line)?.[1]
    const name = /\bname=bull:(\S+)/.exec(line)?.[1] ?? ''
    const queueName = Buffer.from(name, 'base64').toString()
    if (id !== undefined && queueName.startsWith(prefix)) await client.client('KILL', 'ID', id)
  }
  client.disconnect()
}

/** Says on the screen which engine was not found, because a suite that is not run is not green. */
export function storesUnderTest(): StoreUnderTest[] {
  const redisUrl = process.env['REDIS_URL']
  if (redisUrl !== undefined) return [database, redis(redisUrl)]
  // oxlint-disable-next-line no-console -- a test run has no other way to say what it left out
  console.warn('queue: Redis was not found (REDIS_URL); its suite runs in npm run test:servers')
  return [database]
}

export async function openAddress(address: StoreAddress): Promise<OpenStore> {
  if ('redisUrl' in address) return { store: address, close: nothing }
  const opened =
    'databaseUrl' in address
      ? await openServer(address.databaseUrl)
      : await openEmbedded({ pgDataDir: address.pgDataDir })
  return { store: { pool: opened.queuePool }, close: () => opened.close() }
}

type Told = { kind: Kind; id: string } & ({ outcome: Outcome } | { error: Error })

/** Every ending that a queue told, and a way to wait for them. */
class Endings implements QueueEvents {
  readonly told: Told[] = []
  #changed = Promise.withResolvers<void>()

  settled: QueueEvents['settled'] = (kind, id, outcome) => this.#tell({ kind, id, outcome })
  failed: QueueEvents['failed'] = (kind, id, error) => this.#tell({ kind, id, error })

  /** Works are named after the ids of their jobs, which say more in a test. */
  #tell(told: Told): void {
    this.told.push({ ...told, id: told.id.replace(/^(effect|chunk)-of-/, '') })
    this.#changed.resolve()
    this.#changed = Promise.withResolvers<void>()
  }

  ids(): string[] {
    return this.told.map(({ id }) => id).toSorted()
  }

  async count(wanted: number): Promise<void> {
    while (this.told.length < wanted) await this.#changed.promise
  }
}

/** Queues of one test on a store, under a prefix of their own, closed and wiped at its end. */
export class Scene implements AsyncDisposable {
  readonly endings = new Endings()
  readonly trouble: Error[] = []
  readonly #store: QueueStore
  readonly #opened: Queue[] = []

  readonly prefix: string

  constructor(store: QueueStore, prefix = `t-${randomUUID()}`) {
    this.#store = store
    this.prefix = prefix
  }

  async open(options: Partial<QueueOptions> = {}): Promise<Queue> {
    const onTrouble = (error: Error): number => this.trouble.push(error)
    const own = { clock: wallClock, prefix: this.prefix, onTrouble, ...options }
    const queue = await openQueue(this.#store, own)
    this.#opened.push(queue)
    return queue
  }

  async start(kinds: AnyJobKind[], options: Partial<QueueOptions> = {}): Promise<Queue> {
    const queue = await this.open(options)
    await queue.start(kinds, this.endings)
    return queue
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const queue of this.#opened) await queue.close({ graceMs: 0 })
    const last = await openQueue(this.#store, { clock: wallClock, prefix: this.prefix })
    await last.wipe()
    await last.close({ graceMs: 0 })
  }

  /** The kind's queue as BullMQ has it, to look at and to break what our own queue would not. */
  async raw<T>(kind: Kind, use: (queue: RawQueue) => Promise<T>): Promise<T> {
    const engine = await this.#engine()
    const queue = new BullQueue(
      `${this.prefix}-${kind}`,
      { connection: BOUND, skipMetasUpdate: true },
      engine.backend,
    )
    try {
      return await use(queue)
    } finally {
      await queue.close()
      await engine.close()
    }
  }

  async #engine(): Promise<Engine> {
    if ('pool' in this.#store) return databaseEngine(this.#store.pool)
    return redisEngine(this.#store.redisUrl, wallClock, () => {})
  }
}

interface RawJob {
  failedReason?: string
  stacktrace: string[] | null
}

export interface RawQueue {
  add(name: string, data: unknown, options: JobsOptions): Promise<unknown>
  pause(): Promise<void>
  getJob(id: string): Promise<RawJob | undefined>
}

/** A door that many wait at, and that a test opens. */
export function door(): { open: () => void; passed: Promise<void> } {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { open: resolve, passed: promise }
}

export function consult(id: string, extra: Pick<DueJob, 'priority' | 'share'> = {}): DueJob {
  return { kind: 'consult-vehicles', id, data: { effect: `effect-of-${id}` }, ...extra }
}

export function order(id: string): DueJob {
  return { kind: 'create-orders', id, data: { effect: `effect-of-${id}` } }
}

export function collect(id: string): DueJob {
  return { kind: 'collect-debts', id, data: { chunk: `chunk-of-${id}` } }
}

/** Waits for a condition that the store alone knows, looking again each turn of the event loop. */
export async function eventually(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) {
    await new Promise<void>((resolve) => {
      setImmediate(resolve)
    })
  }
}
