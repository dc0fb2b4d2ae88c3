/** Processes jobs of a night that another worker schedules: begins, leaves, tries again. */
import type { Schedule } from '../../ledger/runs/schedules.ts'
import { RetryDelays } from './worker-pace.ts'
import type { WorkerTools } from './worker-tools.ts'

interface Processed {
  /** Identifies the night; a night that another worker resumes is a different one. */
  readonly night: string
  readonly leave: AbortController
}

export class NightProcessing {
  readonly #tools: WorkerTools
  readonly #delays: RetryDelays
  #processed: Processed | undefined
  #ending: Promise<void> | undefined

  constructor(tools: WorkerTools) {
    this.#tools = tools
    this.#delays = new RetryDelays(tools.pace)
  }

  get isActive(): boolean {
    return this.#processed !== undefined
  }

  /** Processes the jobs of this night and leaves any other; undefined: of no night. */
  attend(night: Schedule | undefined): void {
    const { stop, clock } = this.#tools
    const which = night === undefined ? undefined : nameOf(night)
    if (this.#processed !== undefined && this.#processed.night !== which) {
      this.#processed.leave.abort()
    }
    if (this.#processed !== undefined || stop.aborted) return
    if (night === undefined || which === undefined || !night.last?.work) return
    const stopAtMs = night.last.stopAt?.getTime() ?? Number.POSITIVE_INFINITY
    if (clock.now() >= stopAtMs || clock.now() < (this.#delays.untilMs(night.id) ?? 0)) return
    this.#processed = { night: which, leave: new AbortController() }
    this.#ending = this.#run(night, this.#processed.leave)
  }

  /** Never rejects. */
  async #run(night: Schedule, leave: AbortController): Promise<void> {
    const { processNight, stop, words, clock, sleep } = this.#tools
    words.processes(night, night.last?.holder ?? '')
    try {
      await processNight(night, AbortSignal.any([stop, leave.signal]))
      this.#delays.succeeded(night.id)
    } catch (error) {
      words.processingFailed(night, error, this.#delays.failed(night.id, clock.now()))
    }
    words.leaves(night)
    this.#processed = undefined
    sleep.wake()
  }

  async end(): Promise<void> {
    this.#processed?.leave.abort()
    await this.#ending
  }
}

function nameOf({ id, last }: Schedule): string {
  return `${id} ${last?.holder} ${last?.startedAt.getTime()}`
}
