/**
 * Turns the endings of verbs into what BullMQ understands; nothing else speaks to it about a job.
 *
 * A snooze completes the job instead of moving it to the delayed ones. Both cost no attempt, but a
 * delayed job keeps its id, so the sweep's re-add of work that became due earlier (a quota slot
 * that came back) would be swallowed, and a wipe would forget the time. The ledger knows the time,
 * and a sweep adds the work again when it comes.
 */
import { UnrecoverableError } from 'bullmq'
import type { Outcome } from './outcome.ts'

/** The first retry of an unexpected error waits this long, each further one twice as long. */
export const RETRY_FIRST_MS = 1000
const RETRY_MS_MAX = 60_000

/** How a work ended in this process. */
export type Ending = { outcome: Outcome } | { error: Error }

/** Returns for a finished job; for a refused one throws the error that stops BullMQ's retries. */
export function settle(outcome: Outcome): void {
  // The words of a refusal stay in the ledger: BullMQ would store the message of the error.
  if (outcome.outcome === 'refused') throw new UnrecoverableError('refused')
}

/**
 * What to throw to BullMQ for an unexpected error. It bears no message of the original, which may
 * quote a document: BullMQ stores messages and stacks with the job and publishes them as events.
 */
export function unexpected(last: boolean): Error {
  return last ? new UnrecoverableError('unexpected') : new Error('unexpected')
}

/** Milliseconds before the next start of a job that threw `attemptsMade` times. */
export function retryDelayMs(attemptsMade: number, firstMs: number): number {
  return Math.min(firstMs * 2 ** Math.max(attemptsMade - 1, 0), RETRY_MS_MAX)
}

/** Turns any thrown value into an Error. */
export function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error('a value that is no Error was thrown')
}
