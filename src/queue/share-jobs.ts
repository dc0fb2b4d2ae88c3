/** Pure. Puts effects that are due into jobs of several: a job costs the queue dozens of commands. */
import { createHash } from 'node:crypto'
import { EFFECTS_MAX, type Kind } from './catalogue.ts'
import type { DueJob } from './queue.ts'

/** So many jobs at least for each that runs at once here: other workers get some, too. */
const JOBS_EACH_MIN = 2

export interface SharedJob {
  readonly kind: Kind
  readonly id: string
  /** In the order in which they are done. */
  readonly works: readonly [DueJob, ...DueJob[]]
}

/** How many of `due` effects go into one job: few are spread over all workers, many cost less. */
export function shareOf(due: number, jobsAtOnce: number): number {
  return Math.min(Math.max(1, Math.floor(due / (JOBS_EACH_MIN * jobsAtOnce))), EFFECTS_MAX)
}

/** The same works in the same order make the same jobs, so adding them twice changes nothing. */
export function shareJobs(works: readonly DueJob[]): SharedJob[] {
  const jobs: SharedJob[] = []
  for (const [kind, left] of Map.groupBy(works, ({ kind }) => kind)) {
    for (let first = left.shift(); first !== undefined; first = left.shift()) {
      const others = left.splice(0, (first.share ?? 1) - 1)
      jobs.push({ kind, id: idOf(first, others), works: [first, ...others] })
    }
  }
  return jobs
}

function idOf(first: DueJob, others: readonly DueJob[]): string {
  if (others.length === 0) return first.id
  const ids = [first, ...others].map(({ id }) => id).join()
  return `${others.length + 1}-${createHash('sha256').update(ids).digest('hex')}`
}

/** The name that stays while claims change the id: the effect or the chunk. */
export function workOf({ data }: DueJob): string {
  return 'effect' in data ? data.effect : data.chunk
}

/** The names of what a job that is stored with this payload does. */
export function worksIn(data: { effects: string[] } | { chunk: string }): readonly string[] {
  return 'effects' in data ? data.effects : [data.chunk]
}
