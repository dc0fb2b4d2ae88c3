/** Starts the workers of a queue; what a job throws is logged without its text and told as a bug. */
import type { AnyJobKind } from '../../queue/job-kind.ts'
import type { RunContext } from './run-context.ts'
import type { Trouble } from './run-trouble.ts'

export function startJobs(
  { log, queue }: Pick<RunContext, 'log' | 'queue'>,
  kinds: readonly AnyJobKind[],
  trouble: Trouble,
): Promise<void> {
  return queue.start(kinds, {
    settled: (kind, _id, { outcome }) => log.debug({ kind, outcome }, 'job settled'),
    failed: (kind, _id, error) => {
      log.error({ kind, code: error.name }, 'job failed')
      trouble.bug(error)
    },
  })
}
