/**
 * Lets the pages read the ledger: through a run of this process that has it open, else through the
 * owner of the data directory. Requests that come together share one opening, which is kept for a
 * moment, since opening takes most of a second.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Clock } from '../clock.ts'
import { Failure } from '../failure.ts'
import type { OrdersNow, RunLookup } from './console-tools.ts'
import type { FleetReading } from '../ledger/fleets/fleet-reading.ts'
import type { ExceptionGroup } from '../reconciliation/reports/exception-groups.ts'
import type { AppContext } from '../app/context.ts'
import { newFleet } from '../app/intake/file-difference.ts'
import type { FleetBefore } from '../app/intake/file-difference.ts'
import { readFleetBefore } from '../app/intake/read-fleet-before.ts'
import { freshBudgets } from '../app/plan/fresh-budgets.ts'
import { openLedger } from '../app/ledger/open-ledger.ts'
import type { OpenLedger } from '../app/ledger/open-ledger.ts'
import { personList } from '../app/reports/exceptions-now.ts'
import { knownOrders, ordersForPages } from './orders-for-pages.ts'

/** How long an opening is kept: short, since an executor that starts meanwhile waits for it. */
const KEPT_MS = 1_500
/** Shown of each code; all are in exceptions.csv. */
const EXCEPTIONS_OF_A_KIND = 100

/** How long read orders are kept: long enough for a reload, short for a person who just paid. */
const ORDERS_KEPT_MS = 5_000

interface Opening {
  readonly ledger: Promise<OpenLedger>
  readonly closed: PromiseWithResolvers<void>
  users: number
  /** True when no new reader may use it; it closes when the last reader has finished. */
  retired: boolean
}

export type LedgerSource = Pick<OpenLedger, 'fleets'> & {
  readonly stores: Pick<
    OpenLedger['stores'],
    'runs' | 'readings' | 'imports' | 'reports' | 'orders'
  >
}

/** A run of this process lends its open ledger to the pages, and calls these as it proceeds. */
export interface Loan {
  opened(source: LedgerSource): void
  /** The run is about to close its ledger: new readers wait for `ended`. */
  closing(): void
  ended(): void
}

interface Lent {
  /** Undefined when the run ended before it had the ledger open. */
  readonly source: PromiseWithResolvers<LedgerSource | undefined>
  readonly ended: PromiseWithResolvers<void>
  isClosing: boolean
}

export class LedgerReading {
  readonly #context: AppContext
  readonly #clock: Clock
  readonly #stop = new AbortController()
  readonly #open = new Set<Opening>()
  #opening: Opening | undefined
  #lent: Lent | undefined
  #orders: { readonly atMs: number; readonly now: Promise<OrdersNow | undefined> } | undefined

  constructor(context: AppContext, clock: Clock) {
    this.#context = context
    this.#clock = clock
  }

  lookup(): RunLookup {
    const { config } = this.#context
    return {
      list: async (limit) => {
        if (this.#isNew()) return []
        return this.#read(async ({ stores, fleets }) => {
          const fleet = await fleets.find(config.FROTA_FLEET)
          return fleet === undefined ? [] : stores.runs.list({ fleetId: fleet.id, limit })
        })
      },
      find: async (number) => {
        if (this.#isNew()) return undefined
        return this.#read(({ stores }) => stores.runs.find(number))
      },
    }
  }

  /** How people said that the fleet's files are read. */
  async remembered(): Promise<FleetReading | undefined> {
    if (this.#isNew()) return undefined
    return this.#read(async ({ stores, fleets }) => {
      const fleet = await fleets.find(this.#context.config.FROTA_FLEET)
      return fleet && stores.readings.find(fleet.id)
    })
  }

  /** The fleet as an upload would find it; undefined while a run changes it. */
  async fleetBefore(secret: FleetBefore['secret']): Promise<FleetBefore | undefined> {
    const { config } = this.#context
    if (this.#isNew()) return newFleet(freshBudgets(config))
    if (this.#lent !== undefined) return undefined
    return this.#readOwn((ledger) => readFleetBefore(config, ledger, async () => secret))
  }

  /** Everything that waits for a person. */
  async exceptions(): Promise<readonly ExceptionGroup[]> {
    const { config } = this.#context
    if (this.#isNew()) return []
    return this.#read(async ({ stores, fleets }) => {
      const fleet = await fleets.find(config.FROTA_FLEET)
      const telling = { config, shown: EXCEPTIONS_OF_A_KIND }
      return fleet === undefined ? [] : personList(stores, fleet.id, telling)
    })
  }

  /** Cached, so that a person who changes pages quickly does not cause a request for each. */
  orders(): Promise<OrdersNow | undefined> {
    const atMs = this.#clock.uptime()
    if (this.#orders === undefined || atMs - this.#orders.atMs > ORDERS_KEPT_MS) {
      const forget = (error: unknown): never => {
        this.#orders = undefined
        throw error
      }
      this.#orders = { atMs, now: this.#readOrders().catch(forget) }
    }
    return this.#orders.now
  }

  async #readOrders(): Promise<OrdersNow | undefined> {
    if (this.#isNew()) return undefined
    if (this.#lent !== undefined) return this.#read((ledger) => knownOrders(this.#context, ledger))
    return this.#readOwn((ledger) => ordersForPages(this.#context, ledger))
  }

  /** True if no file was ever imported. */
  async isUnused(): Promise<boolean> {
    return this.#isNew() || this.#read(async ({ fleets }) => (await fleets.all()).length === 0)
  }

  /** True if there is no database yet, which a mere look must not create. */
  #isNew(): boolean {
    const { DATABASE_URL: url, FROTA_DATA_DIR: dataDir } = this.#context.config
    return url === undefined && !existsSync(join(dataDir, 'pgdata'))
  }

  /** Call it before a run takes the data directory: from then on readers use the run's ledger. */
  async lend(): Promise<Loan> {
    const source = Promise.withResolvers<LedgerSource | undefined>()
    const lent: Lent = { source, ended: Promise.withResolvers<void>(), isClosing: false }
    this.#lent = lent
    this.#orders = undefined
    await this.#letGo()
    return {
      opened: (ledger) => source.resolve(ledger),
      closing: () => {
        lent.isClosing = true
      },
      ended: () => {
        this.#lent = undefined
        this.#orders = undefined
        source.resolve(undefined)
        lent.ended.resolve()
      },
    }
  }

  async #read<T>(use: (ledger: LedgerSource) => Promise<T>): Promise<T> {
    const lent = this.#lent
    if (lent === undefined) return this.#readOwn(use)
    const source = await lent.source.promise
    if (source !== undefined && !lent.isClosing) return use(source)
    await lent.ended.promise
    return this.#read(use)
  }

  /** Closes all openings after their present readers have finished. */
  async #letGo(): Promise<void> {
    const closed = [...this.#open].map((opening) => opening.closed.promise)
    for (const opening of this.#open) this.#retire(opening)
    await Promise.all(closed)
  }

  async close(): Promise<void> {
    this.#stop.abort()
    await this.#letGo()
  }

  /** Tries twice: if the directory's owner ended, the second try finds the new owner. */
  async #readOwn<T>(use: (ledger: OpenLedger) => Promise<T>): Promise<T> {
    try {
      return await this.#readOnce(use)
    } catch (error) {
      if (error instanceof Failure) throw error
      return await this.#readOnce(use)
    }
  }

  async #readOnce<T>(use: (ledger: OpenLedger) => Promise<T>): Promise<T> {
    const opening = (this.#opening ??= this.#begin())
    opening.users += 1
    try {
      return await use(await opening.ledger)
    } catch (error) {
      this.#retire(opening)
      throw error
    } finally {
      opening.users -= 1
      if (opening.retired) this.#retire(opening)
      else if (opening.users === 0) void this.#linger(opening)
    }
  }

  #begin(): Opening {
    const { config, output } = this.#context
    const ledger = openLedger(config, { mode: 'read', command: 'console', output })
    const closed = Promise.withResolvers<void>()
    const opening = { ledger, closed, users: 0, retired: false }
    this.#open.add(opening)
    return opening
  }

  async #linger(opening: Opening): Promise<void> {
    await this.#clock.sleep(KEPT_MS, this.#stop.signal)
    if (opening.users === 0) this.#retire(opening)
  }

  #retire(opening: Opening): void {
    opening.retired = true
    if (this.#opening === opening) this.#opening = undefined
    if (opening.users > 0 || !this.#open.delete(opening)) return
    void this.#end(opening)
  }

  async #end({ ledger, closed }: Opening): Promise<void> {
    try {
      await (await ledger)[Symbol.asyncDispose]()
    } catch {
      // An opening that failed has nothing to close, and its reader got the error; a connection
      // whose owner has ended is closed already.
    }
    closed.resolve()
  }
}
