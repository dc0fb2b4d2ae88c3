/** How long what failed rests, each time twice as long, until it succeeds. */
import type { WorkerPace } from './worker-pace.ts'

export class Rests {
  readonly #pace: Pick<WorkerPace, 'restFirstMs' | 'restMsMax'>
  readonly #rests = new Map<string, { untilMs: number; nextMs: number }>()

  constructor(pace: Pick<WorkerPace, 'restFirstMs' | 'restMsMax'>) {
    this.#pace = pace
  }

  untilMs(id: string): number | undefined {
    return this.#rests.get(id)?.untilMs
  }

  /** Answers until when. */
  failed(id: string, nowMs: number): number {
    const restMs = this.#rests.get(id)?.nextMs ?? this.#pace.restFirstMs
    const untilMs = nowMs + restMs
    this.#rests.set(id, { untilMs, nextMs: Math.min(restMs * 2, this.#pace.restMsMax) })
    return untilMs
  }

  succeeded(id: string): void {
    this.#rests.delete(id)
  }

  forgetAllBut(ids: ReadonlySet<string>): void {
    for (const id of this.#rests.keys()) if (!ids.has(id)) this.#rests.delete(id)
  }
}
