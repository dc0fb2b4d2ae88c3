/** Every kind of job, as the queue runs them and as the sweep derives them from the ledger. */
import { Failure } from '../src/failure.ts'
import type { AnyJobKind, JobContext } from '../src/queue/job-kind.ts'
import type { Kind, Payload } from '../src/queue/catalogue.ts'
import type { Outcome } from '../src/queue/outcome.ts'
import { collectDebts } from './collect-debts.ts'
import { consultVehicles } from './consult-vehicles.ts'
import { createOrders } from './create-orders.ts'
import { exportReports } from './export-reports.ts'
import { followOrders } from './follow-orders.ts'
import { importFleet } from './import-fleet.ts'
import { merge, restAfter, type Due, type Job } from './job.ts'
import { previewOrders } from './preview-orders.ts'
import { registerVehicles } from './register-vehicles.ts'
import type { Tools } from './tools.ts'

export const jobs: { readonly [K in Kind]: Job<K> } = {
  'import-fleet': importFleet,
  'register-vehicles': registerVehicles,
  'consult-vehicles': consultVehicles,
  'collect-debts': collectDebts,
  'create-orders': createOrders,
  'preview-orders': previewOrders,
  'follow-orders': followOrders,
  'export-reports': exportReports,
}

/** The kinds with their tools, ready for the queue's workers. */
export function bind(tools: Tools): AnyJobKind[] {
  const bound = <K extends Kind>({ kind, concurrency, attempts, run }: Job<K>) => ({
    kind,
    concurrency: typeof concurrency === 'number' ? concurrency : concurrency(tools),
    attempts,
    run: (...[data, context]: [Payload<K>, JobContext]) =>
      told(tools, kind, (watched) => run(watched, data, context)),
  })
  return [
    bound(jobs['import-fleet']),
    bound(jobs['register-vehicles']),
    bound(jobs['consult-vehicles']),
    bound(jobs['collect-debts']),
    bound(jobs['create-orders']),
    bound(jobs['preview-orders']),
    bound(jobs['follow-orders']),
    bound(jobs['export-reports']),
  ]
}

/** Tells how long the job took, and whether it or one of its effects failed. */
async function told(
  tools: Tools,
  kind: Kind,
  work: (tools: Tools) => Promise<Outcome>,
): Promise<Outcome> {
  const beganMs = tools.clock.uptime()
  let hasFailed = false
  const onFailure = (failure: Failure): void => {
    hasFailed = true
    tools.onFailure(failure)
  }
  const watched = { ...tools, onFailure }
  try {
    return await work(watched)
  } catch (error) {
    hasFailed = true
    if (error instanceof Failure) return restAfter(watched, error)
    throw error
  } finally {
    tools.onJob?.(kind, tools.clock.uptime() - beganMs, hasFailed)
  }
}

/** What the ledger says is due of these kinds, one after the other: planning comes before asking. */
export async function dueJobs(tools: Tools, which: readonly Kind[]): Promise<Due> {
  const dues: Due[] = []
  for (const kind of which) dues.push(await jobs[kind].due(tools))
  return merge(dues)
}
