/** What `jobs/` declares for each kind: how many at once, how often again, and its one verb. */
import type { Kind, Payload } from './catalogue.ts'
import type { Outcome } from './outcome.ts'

export interface JobContext {
  /** Aborts when the queue is told to stop: finish what is on the wire, start nothing new. */
  signal: AbortSignal
  /** How one of a job's works ended; those of which nothing is said end as the job does. */
  settled: (work: string, outcome: Outcome) => void
}

export interface JobKind<K extends Kind> {
  kind: K
  /** Jobs of this kind that run at the same time in one process. */
  concurrency: number
  /** Starts in all, the first included, when `run` throws; snoozes and refusals count as none. */
  attempts: number
  run(data: Payload<K>, context: JobContext): Promise<Outcome>
}

/** One kind of any sort, so that a list of different kinds stays typed. */
export type AnyJobKind = { [K in Kind]: JobKind<K> }[Kind]
