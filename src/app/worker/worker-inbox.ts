/**
 * The watched folder of a worker: looked into with every sweep, taken from between nights only. A
 * night would see its vehicles change under it, so it waits until what is being taken is in.
 */
import type { WorkerTools } from './worker-tools.ts'

export class InboxWatch {
  readonly #tools: Pick<WorkerTools, 'inbox' | 'clock' | 'sleep' | 'pace'>
  #looking: Promise<void> | undefined
  #isTaking = false
  /** A night ended: what was dropped during it comes before the next one. */
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

  /** Answers when to look again. During a night it only sees what changes no more. */
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

  /** Never rejects, as the look does not. */
  async #look(inbox: NonNullable<WorkerTools['inbox']>, takes: boolean): Promise<void> {
    const { clock, sleep, pace } = this.#tools
    const { againInMs } = await inbox.look({ takes })
    this.#nextAtMs = clock.now() + Math.min(againInMs ?? pace.sweepMs, pace.sweepMs)
    this.#looking = undefined
    this.#isTaking = false
    // A night may have waited for this, and the loop sleeps by what it knew before.
    sleep.wake()
  }
}
