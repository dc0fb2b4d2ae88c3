/** Starts the workers of a queue; what a job throws is logged with its work's id, and told as a bug. */
import { errorFields } from '../../error-fields.ts'
import type { AnyJobKind } from '../../queue/job-kind.ts'
import type { RunContext } from './run-context.ts'
import type { Trouble } from './run-trouble.ts'

export function startJobs(
  { log, queue }: Pick<RunContext, 'log'> & { readonly queue: Pick<RunContext['queue'], 'start'> },
  kinds: readonly AnyJobKind[],
  trouble: Trouble,
): Promise<void> {
  return queue.start(kinds, {
    settled: (kind, work, { outcome }) => log.debug({ kind, work, outcome }, 'job settled'),
    failed: (kind, work, error) => {
      log.error({ kind, work, ...errorFields(error) }, 'job failed')
      trouble.bug(error)
    },
  })
}
