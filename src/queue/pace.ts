/**
 * Which of the due jobs to add now. Pure but for its memory of how work ended: it keeps a verb
 * that ends without moving its work from being started again and again.
 */
import type { Kind } from './catalogue.ts'
import type { Outcome } from './outcome.ts'
import type { DueJob } from './queue.ts'

/** Work that stays due although it ended waits this long, each further time twice as long. */
export const REPEAT_FIRST_MS = 500
/** No hold is longer, not even a snooze's: the ledger may learn in the meantime that it is due. */
export const HOLD_MS_MAX = 30_000
/** After so many endings that moved nothing the work is stuck: a bug, which a person should see. */
export const REPEATS_MAX = 8

/** The ending of a job as the pace needs it: an error that used up its attempts is `failed`. */
export type Ended = Outcome | { outcome: 'failed' }

interface Memory {
  repeats: number
  heldUntilMs: number
  /** When the work is worth waiting for: a snooze's own time, which may lie behind the hold. */
  worthAtMs: number
}

export interface Choice {
  add: DueJob[]
  /** The work that waits for a later sweep of this conductor. */
  held: { atMs: number; worthAtMs: number }[]
  stuck: number
}

export class Pace {
  readonly #memories = new Map<string, Memory>()
  /** Jobs that were added and have not ended here, by kind and id. */
  readonly #inFlight = new Map<string, string>()

  /**
   * `everything`: also the jobs that should be in the queue already, because it may have been wiped
   * or their ending may have been told to another process.
   */
  choose(jobs: readonly DueJob[], nowMs: number, everything: boolean): Choice {
    const choice: Choice = { add: [], held: [], stuck: 0 }
    for (const job of jobs) {
      const memory = this.#memories.get(workOf(job))
      if (memory !== undefined && memory.repeats > REPEATS_MAX) choice.stuck += 1
      else if (memory !== undefined && memory.heldUntilMs > nowMs) {
        choice.held.push({ atMs: memory.heldUntilMs, worthAtMs: memory.worthAtMs })
      } else if (everything || !this.#inFlight.has(jobOf(job.kind, job.id))) choice.add.push(job)
    }
    this.#forgetAllBut(jobs)
    return choice
  }

  added(jobs: readonly DueJob[]): void {
    for (const job of jobs) this.#inFlight.set(jobOf(job.kind, job.id), workOf(job))
  }

  ended(kind: Kind, id: string, ended: Ended, nowMs: number): void {
    const work = this.#inFlight.get(jobOf(kind, id))
    // Added by another process: should it be due again, this one adds it and then knows it.
    if (work === undefined) return
    this.#inFlight.delete(jobOf(kind, id))
    const repeats = this.#memories.get(work)?.repeats ?? 0
    this.#memories.set(work, memoryOf(ended, repeats, nowMs))
  }

  /** The queue holds nothing, so nothing is in flight, whatever was told. */
  nothingInFlight(): void {
    this.#inFlight.clear()
  }

  /** Work that is neither due nor running has moved: it starts afresh; the memory stays small. */
  #forgetAllBut(jobs: readonly DueJob[]): void {
    const kept = new Set([...jobs.map(workOf), ...this.#inFlight.values()])
    for (const work of this.#memories.keys()) if (!kept.has(work)) this.#memories.delete(work)
  }
}

function memoryOf(ended: Ended, repeats: number, nowMs: number): Memory {
  if (ended.outcome === 'snoozed') {
    const earliest = nowMs + REPEAT_FIRST_MS
    const heldUntilMs = Math.min(Math.max(ended.untilMs, earliest), nowMs + HOLD_MS_MAX)
    return { repeats, heldUntilMs, worthAtMs: Math.max(ended.untilMs, earliest) }
  }
  const heldUntilMs = nowMs + Math.min(REPEAT_FIRST_MS * 2 ** repeats, HOLD_MS_MAX)
  return { repeats: repeats + 1, heldUntilMs, worthAtMs: heldUntilMs }
}

/** The epoch is part of the id, so work that is claimed and given back keeps only this name. */
function workOf(job: DueJob): string {
  return `${job.kind} ${'effect' in job.data ? job.data.effect : job.data.chunk}`
}

function jobOf(kind: Kind, id: string): string {
  return `${kind} ${id}`
}
