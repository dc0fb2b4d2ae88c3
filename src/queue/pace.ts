/**
 * Chooses which of the due jobs to add now. Remembers how work ended, so that a job that ends
 * without moving a row of its work is not started again and again. No input or output.
 */
import type { Kind } from './catalogue.ts'
import type { Outcome } from './outcome.ts'
import type { DueJob } from './queue.ts'
import { shareJobs, workOf as nameOf } from './share-jobs.ts'

/** Work that is still due after its job ended waits this long, twice as long each further time. */
export const REPEAT_FIRST_MS = 500
/** Longest wait, also after a snooze: the ledger may learn in the meantime that the work is due. */
export const HOLD_MS_MAX = 30_000
/** One more ending that moves no row and the work is given up: a bug that a person should see. */
export const REPEATS_MAX = 8
/** Shortest wait of a scaled test, so that other work gets its turn. */
const SCALED_HOLD_MS_MIN = 20

/** How a job ended; `failed` is an error that used up the attempts. */
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
  /** Fingerprint of the rows that were due when the ended job was added. */
  fingerprint: string
  /** Endings in a row, snoozes apart, that left the rows as they were or may have. */
  repeats: number
  outcome: Ended['outcome']
  heldUntilMs: number
  /** When a run should wait for it until: a snooze's own time, which may be later than the hold. */
  worthAtMs: number
}

interface Added {
  readonly id: string
  readonly fingerprint: string
  /** The job of the queue that has it, perhaps with others. */
  readonly job: string
}

export interface Choice {
  add: DueJob[]
  /** Work that waits for a later sweep; times in milliseconds since 1970. */
  held: { atMs: number; worthAtMs: number }[]
  givenUp: GivenUp[]
}

export class Pace {
  readonly #memories = new Map<string, Memory>()
  /** Works that were added and have not ended here. */
  readonly #inFlight = new Map<string, Added>()
  /** Works that ended since the ledger was last asked: its answer may be older than their ends. */
  readonly #endedMeanwhile = new Set<string>()
  readonly #scale: number

  /** `scale`: 1, or less in a test with short windows. */
  constructor(scale = 1) {
    this.#scale = scale
  }

  /** Call it before the ledger is asked what is due. */
  asking(): void {
    this.#endedMeanwhile.clear()
  }

  /**
   * `queued`, for a full sweep: how many jobs of a kind the queue has. Where they are fewer than it
   * should have, jobs that should be there already are chosen too: the queue may have been wiped,
   * or another process may have been told that they ended.
   */
  choose(jobs: readonly DueJob[], nowMs: number, queued?: (kind: Kind) => number): Choice {
    const choice: Choice = { add: [], held: [], givenUp: [] }
    const missing = queued === undefined ? new Set<Kind>() : this.#missing(jobs, queued)
    for (const job of jobs) {
      const work = workOf(job)
      const memory = this.#memories.get(work)
      if (memory !== undefined && isGivenUp(memory, job)) choice.givenUp.push(givenUp(memory, job))
      else if (memory !== undefined && memory.heldUntilMs > nowMs) {
        choice.held.push({ atMs: memory.heldUntilMs, worthAtMs: memory.worthAtMs })
      } else if (this.#endedMeanwhile.has(work)) {
        choice.held.push({ atMs: nowMs, worthAtMs: nowMs })
      } else if (missing.has(job.kind) || this.#inFlight.get(work)?.id !== job.id)
        choice.add.push(job)
    }
    this.#forgetAllBut(jobs)
    return choice
  }

  /** Kinds of which the queue has fewer jobs than are due and were added. */
  #missing(jobs: readonly DueJob[], queued: (kind: Kind) => number): Set<Kind> {
    const there = new Map<Kind, Set<string>>()
    for (const job of jobs) {
      const added = this.#inFlight.get(workOf(job))
      if (added?.id !== job.id) continue
      there.set(job.kind, (there.get(job.kind) ?? new Set()).add(added.job))
    }
    return new Set([...there].flatMap(([kind, all]) => (queued(kind) < all.size ? [kind] : [])))
  }

  added(jobs: readonly DueJob[]): void {
    for (const { id: job, works } of shareJobs(jobs)) {
      for (const work of works) {
        const added = { id: work.id, fingerprint: fingerprintOf(work), job }
        this.#inFlight.set(workOf(work), added)
      }
    }
  }

  /** `name`: of the effect or the chunk. */
  ended(kind: Kind, name: string, ended: Ended, nowMs: number): void {
    const work = `${kind} ${name}`
    this.#endedMeanwhile.add(work)
    const added = this.#inFlight.get(work)
    // Another process added it; if it becomes due again, this process adds it and then knows it.
    if (added === undefined) return
    this.#inFlight.delete(work)
    const before = this.#memories.get(work)
    // Other rows are due than then: some moved or came since, so the count begins anew.
    const isSame = before !== undefined && before.fingerprint === added.fingerprint
    const repeats = isSame ? before.repeats : 0
    const { fingerprint } = added
    this.#memories.set(work, this.#memoryOf(ended, { fingerprint, repeats }, nowMs))
  }

  get inFlight(): number {
    return this.#inFlight.size
  }

  /** For an empty queue: no job is in flight, whatever endings were missed. */
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
    const kept = new Set([...jobs.map(workOf), ...this.#inFlight.keys()])
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

function fingerprintOf(job: DueJob): string {
  return job.rows?.fingerprint ?? ''
}
