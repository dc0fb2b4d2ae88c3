/** Delays between tries of work that failed, doubled each time until it succeeds. */
import type { WorkerPace } from './worker-pace.ts'

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
