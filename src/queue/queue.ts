/** The queue as the rest of the program sees it: a to-do list derived from the ledger. */
import type { Kind, Work } from './catalogue.ts'
import type { AnyJobKind } from './job-kind.ts'
import type { Outcome } from './outcome.ts'

/** Work that the ledger says is due. The id names the work and its epoch. */
export type DueJob = {
  [K in Kind]: {
    kind: K
    /** Letters, digits, `-`, `_` and `.`; no `:` and not digits only, which BullMQ reserves. */
    id: string
    data: Work<K>
    /** 1 is the most urgent, 2,000,000 the least; absent is more urgent than any number. */
    priority?: number
    /** So many works are put into one job at most; absent: this one alone. */
    share?: number
    /** Absent where the work is one row, as an effect or an import is. */
    rows?: DueRows
  }
}[Kind]

/** The rows of a chunk that are due. */
export interface DueRows {
  readonly count: number
  /** Differs as soon as one of the rows was worked on or another one is due. */
  readonly fingerprint: string
}

/** What became of each work of a job that ended (an effect or a chunk), told in this process only. */
export interface QueueEvents {
  settled(kind: Kind, work: string, outcome: Outcome): void
  /** The job's last attempt threw. It is gone from the queue; the ledger still has the work. */
  failed(kind: Kind, work: string, error: Error): void
}

/** Jobs of one kind on the whole queue, whichever process runs them. */
export interface KindCounts {
  waiting: number
  active: number
  delayed: number
}

export interface Queue {
  /** Adding an id that is already there is harmless and changes nothing. */
  add(jobs: readonly DueJob[]): Promise<void>
  /** Starts the workers of these kinds in this process; once. */
  start(kinds: readonly AnyJobKind[], events: QueueEvents): Promise<void>
  /** Subscribes to every ending; returns the function that unsubscribes. */
  watch(events: QueueEvents): () => void
  counts(): Promise<Record<Kind, KindCounts>>
  /** Drops every job of every kind, running ones too: their verbs go on, their endings are lost. */
  wipe(): Promise<void>
  /** Starts no job; running ones are aborted and get `graceMs`; `unfinished` are left. */
  pause(options: { graceMs: number }): Promise<{ unfinished: number }>
  /** Pauses, then closes the queue's connections; a pool that the caller passed in stays open. */
  close(options: { graceMs: number }): Promise<{ unfinished: number }>
}
