/**
 * What people asked for in the console: looked for by the worker that has the lease, and done
 * between nights, since a fleet's vehicles must not change during one.
 */
import type { WorkerTools } from './worker-tools.ts'

type WatchTools = Pick<WorkerTools, 'takeRequest' | 'clock' | 'sleep' | 'pace'>

export class RequestWatch {
  readonly #tools: WatchTools
  #work: Promise<void> | undefined
  #nextAtMs = Number.NEGATIVE_INFINITY

  constructor(tools: WatchTools) {
    this.#tools = tools
  }

  /** While true no night begins, and no file of the watched folder is imported. */
  get isWorking(): boolean {
    return this.#work !== undefined
  }

  /** Returns when to look again (ms since 1970). Rejects as the ledger does. */
  async attend(mayWork: boolean): Promise<number> {
    const { takeRequest, clock, pace } = this.#tools
    if (!mayWork || this.isWorking) return Number.POSITIVE_INFINITY
    if (clock.now() < this.#nextAtMs) return this.#nextAtMs
    this.#nextAtMs = clock.now() + pace.requestsMs
    const taken = await takeRequest()
    if (taken !== undefined) this.#work = this.#run(taken)
    return this.#nextAtMs
  }

  async end(): Promise<void> {
    await this.#work
  }

  /** Never rejects: a request whose end could not be stored is taken again. */
  async #run(taken: () => Promise<unknown>): Promise<void> {
    await taken().catch(() => undefined)
    this.#work = undefined
    // Wakes the loop, because a night may have waited for this.
    this.#tools.sleep.wake()
  }
}
