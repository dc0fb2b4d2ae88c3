/** Processes the jobs of a night that another worker schedules, with its queue and settings. */
import { bind } from '../../../jobs/all.ts'
import { Failure } from '../../failure.ts'
import type { NightWork } from '../../ledger/runs/nights.ts'
import type { Schedule } from '../../ledger/runs/schedules.ts'
import type { AppContext } from '../context.ts'
import type { OpenLedger } from '../ledger/open-ledger.ts'
import { FLOWING, STOP_GRACE_MS, sweepAmongOthersMs } from '../run/drive-work.ts'
import { openRunContext } from '../run/run-context.ts'
import { Trouble, startJobs } from '../run/run-trouble.ts'
import { StopTimer } from '../run/stop-timer.ts'
import { partsOf, requireAccount, withNightSettings, type NightPart } from './night-work.ts'

/** Until `signal` or the night's own stop time. Rejects with what kept it from processing. */
export async function processNight(
  context: AppContext & { ledger: OpenLedger },
  schedule: Schedule,
  signal: AbortSignal,
): Promise<void> {
  const { leases } = context.ledger
  await leases.processes(schedule.id)
  try {
    await processParts(context, schedule, signal)
  } finally {
    // Only shown to people, so an error of the ledger is ignored here.
    await leases.processes(null).catch(() => undefined)
  }
}

async function processParts(context: AppContext, { last }: Schedule, signal: AbortSignal) {
  const work = last?.work
  if (work === undefined || work === null) return
  using timer = new StopTimer(last?.stopAt?.getTime())
  const stop = AbortSignal.any([signal, timer.signal])
  const parts = partsOf(work)
  const ready: { part: NightPart; context: AppContext }[] = []
  const failures: unknown[] = []
  const failed = (error: unknown): void => {
    failures.push(error)
    // If this machine cannot work for one account, it still works for the others.
    if (parts.length > 1 && error instanceof Failure) {
      context.output.warn(error.in(context.output.locale))
    }
  }
  // One after the other, because all write their shared files to one folder.
  for (const part of parts) {
    await withNightSettings(context, work, part).then(
      (its) => ready.push({ part, context: its }),
      failed,
    )
  }
  await Promise.all(ready.map((each) => processPart(each, { work, stop }).catch(failed)))
  if (failures.length === parts.length) throw failures[0]
}

async function processPart(
  { part, context }: { part: NightPart; context: AppContext },
  { work, stop: given }: { work: NightWork; stop: AbortSignal },
): Promise<void> {
  const trouble = new Trouble(context.output.warn)
  const stop = AbortSignal.any([given, trouble.signal])
  await using runContext = await openRunContext(context, {
    fleetsOf: async (store) =>
      (await store.all()).filter((each) => part.fleetIds.includes(each.id)),
    onFailure: (failure) => trouble.met(failure),
    queue: { name: part.queue, isOwn: false },
  })
  requireAccount(work, part, runContext.access.accountId)
  const { queue, tools, clock, sweep } = runContext
  const flowing = bind(tools).filter(({ kind }) => FLOWING.includes(kind))
  await startJobs(runContext, flowing, trouble)
  const everyMs = sweepAmongOthersMs(tools.pace.scale)
  while (!stop.aborted) {
    await clock.sleep(everyMs, stop)
    if (!stop.aborted) await sweep()
  }
  await queue.pause({ graceMs: STOP_GRACE_MS })
  if (trouble.failure !== undefined) throw trouble.failure
}
