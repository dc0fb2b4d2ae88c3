/**
 * The watched folder of a worker: listed with every sweep, imported from between nights only. The
 * vehicles must not change during a night, so a night waits until an import has ended.
 */
import type { WorkerTools } from './worker-tools.ts'

export class InboxWatch {
  readonly #tools: Pick<WorkerTools, 'inbox' | 'clock' | 'sleep' | 'pace'>
  #looking: Promise<void> | undefined
  #isTaking = false
  /** True after a night: files dropped during it are imported before the next night. */
  #owesTaking = false
  #tookLast = true
  #nextAtMs = Number.NEGATIVE_INFINITY

  constructor(tools: Pick<WorkerTools, 'inbox' | 'clock' | 'sleep' | 'pace'>) {
    this.#tools = tools
  }

  /** While true no night begins. */
  get isTaking(): boolean {
    return this.#isTaking || this.#owesTaking
  }

  /** Returns when to look again (ms since 1970). During a night nothing is imported. */
  attend(takes: boolean): number {
    const { inbox, clock } = this.#tools
    if (inbox === undefined) return Number.POSITIVE_INFINITY
    this.#owesTaking = takes && !this.#tookLast
    if (this.#looking === undefined && (this.#owesTaking || clock.now() >= this.#nextAtMs)) {
      this.#owesTaking = false
      this.#tookLast = takes
      this.#nextAtMs = Number.POSITIVE_INFINITY
      this.#isTaking = takes
      this.#looking = this.#look(inbox, takes)
    }
    return this.#nextAtMs
  }

  async end(): Promise<void> {
    await this.#looking
  }

  /** Never rejects. */
  async #look(inbox: NonNullable<WorkerTools['inbox']>, takes: boolean): Promise<void> {
    const { clock, sleep, pace } = this.#tools
    const { againInMs } = await inbox.look({ takes })
    this.#nextAtMs = clock.now() + Math.min(againInMs ?? pace.sweepMs, pace.sweepMs)
    this.#looking = undefined
    this.#isTaking = false
    // Wakes the loop, because a night may have waited for the end of the import.
    sleep.wake()
  }
}
