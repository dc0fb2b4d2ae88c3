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
/** After one more ending that moved nothing the work is given up: a bug, which a person should see. */
export const REPEATS_MAX = 8
/** A scaled test still lets others have their turn. */
const SCALED_HOLD_MS_MIN = 20

/** The ending of a job as the pace needs it: an error that used up its attempts is `failed`. */
export type Ended = Outcome | { outcome: 'failed' }

/** Work that is still due after `REPEATS_MAX + 1` endings in a row that moved no row of it. */
export interface GivenUp {
  readonly kind: Kind
  /** The effect or the chunk. */
  readonly work: string
  readonly rows: number
  /** How its last start ended. */
  readonly ended: Ended['outcome']
}

interface Memory {
  /** Of the rows that were due when the job that ended was added. */
  fingerprint: string
  /** Endings in a row, snoozes apart, that left the rows as they were or may have. */
  repeats: number
  outcome: Ended['outcome']
  heldUntilMs: number
  /** When the work is worth waiting for: a snooze's own time, which may lie behind the hold. */
  worthAtMs: number
}

interface Added {
  readonly work: string
  readonly fingerprint: string
}

export interface Choice {
  add: DueJob[]
  /** The work that waits for a later sweep. */
  held: { atMs: number; worthAtMs: number }[]
  givenUp: GivenUp[]
}

export class Pace {
  readonly #memories = new Map<string, Memory>()
  /** Jobs that were added and have not ended here, by kind and id. */
  readonly #inFlight = new Map<string, Added>()
  readonly #scale: number

  /** `scale`: 1, or less in a test with short windows. */
  constructor(scale = 1) {
    this.#scale = scale
  }

  /**
   * `everything`: also the jobs that should be in the queue already, because it may have been wiped
   * or their ending may have been told to another process.
   */
  choose(jobs: readonly DueJob[], nowMs: number, everything: boolean): Choice {
    const choice: Choice = { add: [], held: [], givenUp: [] }
    for (const job of jobs) {
      const memory = this.#memories.get(workOf(job))
      if (memory !== undefined && isGivenUp(memory, job)) choice.givenUp.push(givenUp(memory, job))
      else if (memory !== undefined && memory.heldUntilMs > nowMs) {
        choice.held.push({ atMs: memory.heldUntilMs, worthAtMs: memory.worthAtMs })
      } else if (everything || !this.#inFlight.has(jobOf(job.kind, job.id))) choice.add.push(job)
    }
    this.#forgetAllBut(jobs)
    return choice
  }

  added(jobs: readonly DueJob[]): void {
    for (const job of jobs) {
      const added = { work: workOf(job), fingerprint: fingerprintOf(job) }
      this.#inFlight.set(jobOf(job.kind, job.id), added)
    }
  }

  ended(kind: Kind, id: string, ended: Ended, nowMs: number): void {
    const added = this.#inFlight.get(jobOf(kind, id))
    // Added by another process: should it be due again, this one adds it and then knows it.
    if (added === undefined) return
    this.#inFlight.delete(jobOf(kind, id))
    const before = this.#memories.get(added.work)
    // Rows that another job moved, or that came since, are a reason to begin to count anew.
    const isSame = before !== undefined && before.fingerprint === added.fingerprint
    const repeats = isSame ? before.repeats : 0
    const { fingerprint } = added
    this.#memories.set(added.work, this.#memoryOf(ended, { fingerprint, repeats }, nowMs))
  }

  /** The queue holds nothing, so nothing is in flight, whatever was told. */
  nothingInFlight(): void {
    this.#inFlight.clear()
  }

  #memoryOf(ended: Ended, of: Pick<Memory, 'fingerprint' | 'repeats'>, nowMs: number): Memory {
    const { outcome } = ended
    if (outcome === 'snoozed') {
      const earliest = nowMs + this.#scaled(REPEAT_FIRST_MS)
      const heldUntilMs = Math.min(Math.max(ended.untilMs, earliest), nowMs + HOLD_MS_MAX)
      return { ...of, outcome, heldUntilMs, worthAtMs: Math.max(ended.untilMs, earliest) }
    }
    const holdMs = Math.min(REPEAT_FIRST_MS * 2 ** of.repeats, HOLD_MS_MAX)
    const heldUntilMs = nowMs + this.#scaled(holdMs)
    return { ...of, repeats: of.repeats + 1, outcome, heldUntilMs, worthAtMs: heldUntilMs }
  }

  #scaled(ms: number): number {
    return this.#scale === 1 ? ms : Math.max(ms * this.#scale, SCALED_HOLD_MS_MIN)
  }

  /** Work that is neither due nor running has moved: it starts afresh; the memory stays small. */
  #forgetAllBut(jobs: readonly DueJob[]): void {
    const running = [...this.#inFlight.values()].map(({ work }) => work)
    const kept = new Set([...jobs.map(workOf), ...running])
    for (const work of this.#memories.keys()) if (!kept.has(work)) this.#memories.delete(work)
  }
}

function isGivenUp({ repeats, fingerprint }: Memory, job: DueJob): boolean {
  return repeats > REPEATS_MAX && fingerprint === fingerprintOf(job)
}

function givenUp({ outcome }: Memory, job: DueJob): GivenUp {
  return { kind: job.kind, work: nameOf(job), rows: job.rows?.count ?? 1, ended: outcome }
}

/** The epoch is part of the id, so work that is claimed and given back keeps only this name. */
function workOf(job: DueJob): string {
  return `${job.kind} ${nameOf(job)}`
}

function nameOf({ data }: DueJob): string {
  return 'effect' in data ? data.effect : data.chunk
}

function fingerprintOf(job: DueJob): string {
  return job.rows?.fingerprint ?? ''
}

function jobOf(kind: Kind, id: string): string {
  return `${kind} ${id}`
}
