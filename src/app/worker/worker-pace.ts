/** Pure. How often a worker reads the ledger, and how long it leaves the lease to others. */

export type WorkerPace = ReturnType<typeof workerPace>

/** Interval on the embedded database, where no other worker changes the ledger. */
export const SCHEDULE_SWEEP_MS = 30_000
const SWEEP_AMONG_OTHERS_MS = 10_000
const WATCH_MS = 2_000
const REQUESTS_MS = 5_000
const YIELD_MS = 5_000
const RETRY_FIRST_MS = 60_000
const RETRY_MS_MAX = 15 * 60_000

/** Lower bound in scaled tests, so that they do not flood the database with statements. */
const WATCH_MS_MIN = 250

/** `scale`: FROTA_TEST_SCALE as a factor, 1 or less. `alone`: on the embedded database. */
export function workerPace(scale: number, alone: boolean) {
  const sweepMs = (alone ? SCHEDULE_SWEEP_MS : SWEEP_AMONG_OTHERS_MS) * scale
  return {
    /** A change by `frota schedules` is noticed within this. */
    sweepMs: alone ? sweepMs : Math.max(sweepMs, WATCH_MS_MIN),
    /** The same without the lease: bounds how long a free lease stays free. */
    watchMs: Math.max(WATCH_MS * scale, WATCH_MS_MIN),
    /** What a person asks for in the console begins within this, if nothing else is done. */
    requestsMs: Math.max(REQUESTS_MS * scale, WATCH_MS_MIN),
    /** A worker that lost the ledger, or failed with a night, leaves the lease to others so long. */
    yieldMs: alone ? 0 : YIELD_MS,
    /** First delay before failed work is tried again; doubled each time. */
    retryFirstMs: RETRY_FIRST_MS * scale,
    retryMsMax: RETRY_MS_MAX * scale,
  }
}

/** Delays between tries of work that failed, doubled each time until it succeeds. */
export class RetryDelays {
  readonly #pace: Pick<WorkerPace, 'retryFirstMs' | 'retryMsMax'>
  readonly #waiting = new Map<string, { untilMs: number; nextMs: number }>()

  constructor(pace: Pick<WorkerPace, 'retryFirstMs' | 'retryMsMax'>) {
    this.#pace = pace
  }

  untilMs(id: string): number | undefined {
    return this.#waiting.get(id)?.untilMs
  }

  /** Returns when to try again, in milliseconds since 1970. */
  failed(id: string, nowMs: number): number {
    const delayMs = this.#waiting.get(id)?.nextMs ?? this.#pace.retryFirstMs
    const untilMs = nowMs + delayMs
    this.#waiting.set(id, { untilMs, nextMs: Math.min(delayMs * 2, this.#pace.retryMsMax) })
    return untilMs
  }

  succeeded(id: string): void {
    this.#waiting.delete(id)
  }

  forgetAllBut(ids: ReadonlySet<string>): void {
    for (const id of this.#waiting.keys()) if (!ids.has(id)) this.#waiting.delete(id)
  }
}
