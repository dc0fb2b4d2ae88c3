/** The kinds of jobs that the queue's suite runs. */
import type { AnyJobKind, JobContext } from '../../src/queue/job-kind.ts'
import { done } from '../support/outcomes.ts'
import type { Outcome } from '../../src/queue/outcome.ts'
import { consult, door, type Scene } from '../support/queue.ts'

export type MakeScene = () => Scene

/** What a job of one effect does. */
export type Run = (effect: string, signal: AbortSignal) => Promise<Outcome>

export const finish: Run = () => Promise.resolve(done)

export function consulting(run: Run, options: { concurrency?: number; attempts?: number } = {}) {
  const { concurrency = 1, attempts = 1 } = options
  return {
    kind: 'consult-vehicles',
    concurrency,
    attempts,
    run: each(run),
  } satisfies AnyJobKind
}

export function ordering(run: Run): AnyJobKind {
  return { kind: 'create-orders', concurrency: 1, attempts: 1, run: each(run) }
}

/** The effects of a job one after the other; the last says how those end that did not. */
function each(run: Run) {
  return async (data: { effects: string[] }, { signal, settled }: JobContext): Promise<Outcome> => {
    let last: Outcome = done
    for (const effect of data.effects) settled(effect, (last = await run(effect, signal)))
    return last
  }
}

/** A queue whose job 'runs' runs until `held` is opened, while 'waits' waits. */
export async function atWork(stage: Scene) {
  const [held, began] = [door(), door()]
  const ran: string[] = []
  const run: Run = async (effect) => {
    ran.push(effect)
    began.open()
    await held.passed
    return done
  }
  const queue = await stage.start([consulting(run)])
  await queue.add([consult('runs'), consult('waits')])
  await began.passed
  return { queue, ran, held }
}
