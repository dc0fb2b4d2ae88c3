/**
 * What a file in this folder declares: when its kind of work is due, how many run at once, how
 * often an unexpected error is tried again, and the one verb that does it. Who, what and how live
 * in src/reconciliation; the ledger says what is due, so losing the queue loses nothing.
 */
import type { Kind, Payload } from '../src/queue/catalogue.ts'
import type { JobContext } from '../src/queue/job-kind.ts'
import type { Failure } from '../src/failure.ts'
import type { Outcome } from '../src/queue/outcome.ts'
import type { DueJob } from '../src/queue/queue.ts'
import type { Tools } from './tools.ts'

export interface Due {
  jobs: DueJob[]
  /** When more of this kind becomes due, milliseconds since 1970; null when nothing waits for time. */
  nextDueAtMs: number | null
}

export interface Job<K extends Kind> {
  kind: K
  /** Or as many as its tools can serve at once. */
  concurrency: number | ((tools: Tools) => number)
  attempts: number
  /** Everything of this kind that the ledger says is due now, for every fleet of the tools. */
  due: (tools: Tools) => Promise<Due>
  run: (tools: Tools, data: Payload<K>, context: JobContext) => Promise<Outcome>
}

/** How long work waits when its service, disk or database is away; the ledger keeps it. */
const TROUBLE_REST_MS = 5_000

/** An expected error is not a bug: the work stays in the ledger, and the run decides how to go on. */
export function restAfter(
  { onFailure, clock }: Pick<Tools, 'onFailure' | 'clock'>,
  failure: Failure,
): Outcome {
  onFailure(failure)
  return { outcome: 'snoozed', untilMs: clock.now() + TROUBLE_REST_MS, why: failure.code }
}

export const nothingDue: Due = { jobs: [], nextDueAtMs: null }

/** The earlier of two times, where null means never. */
export function earlier(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other
  return Math.min(one, other)
}

export function merge(dues: readonly Due[]): Due {
  return dues.reduce(
    (all, each) => ({
      jobs: [...all.jobs, ...each.jobs],
      nextDueAtMs: earlier(all.nextDueAtMs, each.nextDueAtMs),
    }),
    nothingDue,
  )
}
