/**
 * The pool as BullMQ's Postgres backend sees it, with one LISTEN session for all queues.
 *
 * BullMQ 6.7 checks one session for each worker out of a pool that was given to it and keeps it, so
 * eight kinds would hold eight sessions (and PGlite has only one). It also adds an 'error' listener
 * to the pool for each queue and worker and never takes it off, removes the pool's own listeners
 * from a session before returning it, and names sessions by a session-level setting. Its queries
 * need no session of their own (each is one statement), so here `connect` answers a stand-in:
 * LISTEN goes to the one shared session, everything else to the pool.
 */
import { EventEmitter } from 'node:events'
import type { PgNotification, PgPool, PgPoolClient, PgQueryResult } from 'bullmq'

/** What the queue needs of a `pg.Pool`; its owner listens to the pool's own 'error' events. */
export interface QueuePool {
  query: PgPool['query']
  connect(): Promise<QueueSession>
}

/** A session of the pool; what a listener is told depends on the event, as pg's own types say. */
interface QueueSession {
  query: PgPool['query']
  on(event: 'notification' | 'error', listener: (told: never) => void): unknown
  release(destroy?: boolean): void
}

export interface ListeningPool extends PgPool {
  close(): Promise<void>
}

const nothing = { rows: [], rowCount: 0 }

/** BullMQ's statements begin with `--` comments, which hide the LISTEN from a simple test. */
const LISTEN = /^(?:\s|--[^\n]*\n)*LISTEN\s/i
const NAMING = /^\s*SELECT set_config\('application_name'/

class SharedSession {
  readonly #pool: QueuePool
  readonly #standIns = new Set<StandIn>()
  readonly #listens = new Map<string, Promise<void>>()
  #session: Promise<QueueSession> | undefined

  constructor(pool: QueuePool) {
    this.#pool = pool
  }

  join(standIn: StandIn): void {
    this.#standIns.add(standIn)
  }

  leave(standIn: StandIn): void {
    this.#standIns.delete(standIn)
  }

  /** Runs each LISTEN once per session, however many queues ask for it. */
  async listen(text: string): Promise<void> {
    const known = this.#listens.get(text)
    if (known !== undefined) return known
    const asked = this.#open().then(async (session) => {
      await session.query(text)
    })
    this.#listens.set(text, asked)
    // A failed LISTEN is forgotten, or every later request for it would get the same failure.
    asked.catch(() => this.#listens.delete(text))
    return asked
  }

  async #open(): Promise<QueueSession> {
    this.#session ??= this.#pool.connect().then((session) => {
      session.on('notification', (message: PgNotification) => this.#tell('notification', message))
      session.on('error', (error: Error) => this.#lost(session, error))
      return session
    })
    this.#session.catch(() => (this.#session = undefined))
    return this.#session
  }

  #tell(event: 'notification' | 'error', told: PgNotification | Error): void {
    for (const standIn of this.#standIns) {
      if (standIn.listenerCount(event) > 0) standIn.emit(event, told)
    }
  }

  /** Every queue then asks for a new stand-in and listens again, which opens a new session. */
  #lost(session: QueueSession, error: Error): void {
    this.#session = undefined
    this.#listens.clear()
    session.release(true)
    this.#tell('error', error)
  }

  async close(): Promise<void> {
    const session = await this.#session?.catch(() => undefined)
    this.#session = undefined
    this.#listens.clear()
    // Destroyed, not returned: the next borrower must not receive our notifications.
    session?.release(true)
  }
}

class StandIn extends EventEmitter implements PgPoolClient {
  readonly #pool: QueuePool
  readonly #shared: SharedSession

  constructor(pool: QueuePool, shared: SharedSession) {
    super()
    this.setMaxListeners(0)
    this.#pool = pool
    this.#shared = shared
    shared.join(this)
  }

  async query<R>(text: string, params?: readonly unknown[]): Promise<PgQueryResult<R>> {
    if (NAMING.test(text)) return nothing
    if (!LISTEN.test(text)) return this.#pool.query<R>(text, params)
    await this.#shared.listen(text)
    return nothing
  }

  release(): void {
    this.#shared.leave(this)
  }
}

export function listeningPool(pool: QueuePool): ListeningPool {
  const shared = new SharedSession(pool)
  const facade: ListeningPool = {
    query: (text, params) => pool.query(text, params),
    connect: () => Promise.resolve(new StandIn(pool, shared)),
    close: () => shared.close(),
    // The pool is its owner's: BullMQ neither ends it nor listens to it.
    end: () => Promise.resolve(),
    on: () => facade,
    removeAllListeners: () => facade,
  }
  return facade
}
