/**
 * Opens the ledger for the pages, through the owner of the data directory if it has one. Requests
 * that come together share one opening, which is kept for a while, since opening takes most of a
 * second.
 */
import type { AppContext } from '../app/context.ts'
import { hasEmbedded } from '../app/ledger/other-ledger.ts'
import { openLedger, type OpenLedger } from '../app/ledger/open-ledger.ts'
import type { Clock } from '../clock.ts'
import { Failure } from '../failure.ts'
import { Refusal } from './frame/refusal.ts'

/** How long an opening that owns the directory is kept: an executor that starts waits for it. */
const OWNING_KEPT_MS = 1_500
/** How often it is kept once more for commands that read through it and would lose their answer. */
const GUEST_WAITS_MAX = 15
/** How long one is kept that nobody waits for: on a server, or through another owner. */
const KEPT_MS = 60_000

interface Opening {
  readonly ledger: Promise<OpenLedger>
  readonly closed: PromiseWithResolvers<void>
  /** Empty until it is open. */
  pools: readonly OpenLedger['database']['pool'][]
  users: number
  /** Counts the uses, so that an opening that was used again is not closed. */
  uses: number
  /** True when no new reader may use it; it closes when the last reader has finished. */
  retired: boolean
  isEnding: boolean
}

export class LedgerReading {
  readonly #context: AppContext
  readonly #clock: Clock
  readonly #stop = new AbortController()
  readonly #open = new Set<Opening>()
  #opening: Opening | undefined
  /** While a run of this process opens or closes the directory. */
  #between: PromiseWithResolvers<void> | undefined

  constructor(context: AppContext, clock: Clock) {
    this.#context = context
    this.#clock = clock
  }

  /** True if there is no database yet, which a mere look must not create. */
  isNew(): boolean {
    const { config } = this.#context
    return config.DATABASE_URL === undefined && !hasEmbedded(config)
  }

  async look<T>(work: (ledger: OpenLedger) => Promise<T>): Promise<T | undefined> {
    return this.isNew() ? undefined : this.use(work)
  }

  /** Tries twice: if the directory's owner ended, the second try finds the new owner. */
  async use<T>(work: (ledger: OpenLedger) => Promise<T>): Promise<T> {
    await this.#between?.promise
    try {
      return await this.#useOnce(work)
    } catch (error) {
      if (isSaid(error) && !this.#hasOwnerEnded(error)) throw error
      await this.#between?.promise
      return await this.#useOnce(work)
    }
  }

  /** Call it before a run of this process takes the data directory. */
  async handOver() {
    const wait = (): void => {
      this.#between ??= Promise.withResolvers<void>()
    }
    const goOn = (): void => {
      this.#between?.resolve()
      this.#between = undefined
    }
    wait()
    await this.#letGo()
    return {
      /** The run has the ledger open, or has ended without: readers go on. */
      done: goOn,
      /** The run is about to close its ledger: new readers wait for `ended`. */
      closing: async ({ database: { guests = () => 0 } }) => {
        const { stop } = this.#context
        for (let waits = 0; waits < GUEST_WAITS_MAX && !stop.aborted; waits += 1) {
          if (guests() <= this.#connections()) break
          await this.#clock.sleep(OWNING_KEPT_MS, stop)
        }
        wait()
        await this.#letGo()
      },
      ended: goOn,
    }
  }

  /** Of the pages, which are guests of a run, too. */
  #connections(): number {
    const pools = [...this.#open].flatMap(({ pools: opened }) => opened)
    return pools.reduce((sum, { totalCount }) => sum + totalCount, 0)
  }

  async close(): Promise<void> {
    this.#stop.abort()
    await this.#letGo()
  }

  /** Closes all openings after their present readers have finished. */
  async #letGo(): Promise<void> {
    const closed = [...this.#open].map((opening) => opening.closed.promise)
    for (const opening of this.#open) this.#retire(opening)
    await Promise.all(closed)
  }

  async #useOnce<T>(work: (ledger: OpenLedger) => Promise<T>): Promise<T> {
    const opening = (this.#opening ??= this.#begin())
    opening.users += 1
    opening.uses += 1
    try {
      return await work(await opening.ledger)
    } catch (error) {
      // Good for nothing any more where its owner, or the server, has ended.
      if (!isSaid(error) || isUnreachable(error)) this.#retire(opening)
      throw error
    } finally {
      opening.users -= 1
      if (opening.retired) this.#retire(opening)
      else if (opening.users === 0) void this.#linger(opening)
    }
  }

  /** A server that does not answer would only be waited for twice. */
  #hasOwnerEnded(error: unknown): boolean {
    return this.#context.config.DATABASE_URL === undefined && isUnreachable(error)
  }

  #begin(): Opening {
    const ledger = openLedger(this.#context, 'read')
    const opening: Opening = {
      ledger,
      closed: Promise.withResolvers<void>(),
      pools: [],
      users: 0,
      uses: 0,
      retired: false,
      isEnding: false,
    }
    ledger.then(
      ({ database: { pool, queuePool } }) => (opening.pools = [pool, queuePool]),
      // One that cannot be opened now may be opened by the next request.
      () => this.#retire(opening),
    )
    this.#open.add(opening)
    return opening
  }

  async #linger(opening: Opening): Promise<void> {
    const { uses } = opening
    const { database } = await opening.ledger
    const { guests } = database
    for (let waits = 0; waits <= GUEST_WAITS_MAX; waits += 1) {
      await this.#clock.sleep(guests ? OWNING_KEPT_MS : KEPT_MS, this.#stop.signal)
      if (opening.users > 0 || opening.uses !== uses) return
      if (!guests?.()) break
    }
    this.#retire(opening)
  }

  #retire(opening: Opening): void {
    opening.retired = true
    if (this.#opening === opening) this.#opening = undefined
    if (opening.users > 0 || opening.isEnding) return
    opening.isEnding = true
    void this.#end(opening)
  }

  /** Until it is closed whoever lets go waits for it. */
  async #end(opening: Opening): Promise<void> {
    try {
      await (await opening.ledger)[Symbol.asyncDispose]()
    } catch {
      // An opening that failed has nothing to close, and its reader got the error; a connection
      // whose owner has ended is closed already.
    }
    this.#open.delete(opening)
    opening.closed.resolve()
  }
}

/** What the work itself said: doing it again would say the same, or would do it twice. */
function isSaid(error: unknown): boolean {
  return error instanceof Failure || error instanceof Refusal
}

function isUnreachable(error: unknown): boolean {
  return error instanceof Failure && error.code === 'database-unreachable'
}
