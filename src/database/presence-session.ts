/** The one session whose locks say what an executor holds; a lost one is opened and locked again. */
import type { Clock } from '../clock.ts'
import { Failure } from '../failure.ts'
import { tryLock, unlock, waitForLock, whoHas, workedOnBy } from './advisory-lock.ts'
import type { Pool, PoolClient } from './pool.ts'

export interface PresentAs {
  /** The executor's name, unlike that of any other ever. */
  readonly holder: string
  /** Its command, for whoever is told that it works already. */
  readonly label: string
  readonly clock: Clock
  /** Told each time that a session which broke is there again. */
  readonly onBack?: () => void
}

interface Held {
  readonly names: readonly string[]
  readonly taken: AbortController
}

const REOPEN_EVERY_MS = 1_000

/** What an executor's own name is locked as. */
export function presenceName(holder: string): string {
  return `executor ${holder}`
}

export class PresenceSession {
  readonly #pool: Pool
  readonly #who: PresentAs
  readonly #closed = new AbortController()
  readonly #held = new Set<Held>()
  #client: PoolClient | undefined
  #reopening: Promise<void> | undefined

  private constructor(pool: Pool, who: PresentAs) {
    this.#pool = pool
    this.#who = who
  }

  static async open(pool: Pool, who: PresentAs): Promise<PresenceSession> {
    const session = new PresenceSession(pool, who)
    if (!(await session.#open())) throw workedOnBy(who.holder, undefined)
    return session
  }

  /** All or none, each waited for so long. Throws `already-running`. */
  async take(names: readonly string[], waitMsMax = 0): Promise<Held> {
    const client = this.#client
    if (client === undefined) throw away()
    const mine = new Set([...this.#held].flatMap((each) => each.names))
    for (const [at, name] of names.entries()) {
      // The server would let the same session have it twice.
      if (!mine.has(name) && (await lock(client, name, waitMsMax))) continue
      for (const taken of names.slice(0, at)) await unlock(client, taken)
      throw workedOnBy(name, await whoHas(this.#pool, name))
    }
    const held = { names, taken: new AbortController() }
    this.#held.add(held)
    return held
  }

  async release(held: Held): Promise<void> {
    if (!this.#held.delete(held)) return
    const client = this.#client
    if (client === undefined) return
    try {
      for (const name of held.names) await unlock(client, name)
    } catch {
      // The session is gone, and its locks with it.
    }
  }

  async close(): Promise<void> {
    this.#closed.abort()
    await this.#reopening
    this.#held.clear()
    const client = this.#client
    this.#client = undefined
    // The session itself is ended: whoever gets a connection after it must not inherit a lock.
    client?.release(true)
  }

  /** False when the own name is still locked by the session before. */
  async #open(): Promise<boolean> {
    const { holder, label } = this.#who
    const client = await this.#pool.connect()
    try {
      await client.query('select set_config($1, $2, false)', [
        'application_name',
        `${label} ${holder}`,
      ])
      if (!(await tryLock(client, presenceName(holder)))) {
        client.release(true)
        return false
      }
      for (const held of this.#held) await this.#takeAgain(client, held)
    } catch (error) {
      client.release(true)
      throw error
    }
    this.#client = client
    client.once('end', () => this.#lost(client))
    return true
  }

  async #takeAgain(client: PoolClient, held: Held): Promise<void> {
    for (const name of held.names) {
      if (await tryLock(client, name)) continue
      this.#held.delete(held)
      held.taken.abort(workedOnBy(name, await whoHas(this.#pool, name)))
      return
    }
  }

  #lost(client: PoolClient): void {
    if (this.#client !== client) return
    this.#client = undefined
    client.release(true)
    this.#reopening ??= this.#reopen().finally(() => (this.#reopening = undefined))
  }

  /** Not at once: whoever ended the session may want what it held. */
  async #reopen(): Promise<void> {
    const { signal } = this.#closed
    const { clock } = this.#who
    let isOpen = false
    while (!isOpen && !signal.aborted) {
      await clock.sleep(REOPEN_EVERY_MS, signal)
      if (!signal.aborted) isOpen = await this.#open().catch(() => false)
    }
    if (isOpen) this.#who.onBack?.()
  }
}

function lock(client: PoolClient, name: string, waitMsMax: number): Promise<boolean> {
  return waitMsMax === 0 ? tryLock(client, name) : waitForLock(client, name, waitMsMax)
}

function away(): Failure {
  return new Failure('database-unreachable', {
    pt: 'A conexão com o banco de dados caiu e está sendo refeita; tente de novo em instantes.',
    en: 'The connection to the database broke and is being made again; try again shortly.',
  })
}
