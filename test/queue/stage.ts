/** The kinds of jobs that the queue's suite runs. */
import type { AnyJobKind } from '../../src/queue/job-kind.ts'
import { done } from '../../src/queue/outcome.ts'
import type { Outcome } from '../../src/queue/outcome.ts'
import type { Scene } from '../support/queue.ts'

export type MakeScene = () => Scene

/** What a job of one effect does. */
export type Run = (effect: string, signal: AbortSignal) => Promise<Outcome>

export const finish: Run = () => Promise.resolve(done)

export function consulting(run: Run, options: { concurrency?: number; attempts?: number } = {}) {
  const { concurrency = 1, attempts = 1 } = options
  return {
    kind: 'consult-vehicle',
    concurrency,
    attempts,
    run: (data, { signal }) => run(data.effect, signal),
  } satisfies AnyJobKind
}

export function ordering(run: Run): AnyJobKind {
  return {
    kind: 'create-order',
    concurrency: 1,
    attempts: 1,
    run: (data, { signal }) => run(data.effect, signal),
  }
}
