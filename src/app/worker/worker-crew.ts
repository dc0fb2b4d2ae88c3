/** Helping with the night of another worker: its fleets, its queue and what it decides by. */
import { bind } from '../../../jobs/all.ts'
import { wallClock } from '../../clock.ts'
import { Failure } from '../../failure.ts'
import type { NightWork } from '../../ledger/runs/nights.ts'
import type { Schedule } from '../../ledger/runs/schedules.ts'
import type { AppContext } from '../context.ts'
import { driveWork, FLOWING } from '../run/drive-work.ts'
import { asConductor, partsOf, requireAccount } from './night-work.ts'
import type { NightPart } from './night-work.ts'
import type { OpenLedger } from '../ledger/open-ledger.ts'
import { Trouble } from '../run/run-trouble.ts'
import { StopTimer } from '../run/stop-timer.ts'
import { openRunContext } from '../run/run-context.ts'

/** Until `signal` or the night's own stop time. Rejects with what kept it from helping. */
export async function helpNight(
  context: AppContext & { ledger: OpenLedger },
  schedule: Schedule,
  signal: AbortSignal,
): Promise<void> {
  const { executors, presence } = context.ledger
  await executors.help(presence.holder, {
    scheduleId: schedule.id,
    at: new Date(wallClock.now()),
  })
  try {
    await help(context, schedule, signal)
  } finally {
    // For people only: a ledger that is away is no reason to fail twice.
    await executors.help(presence.holder, null).catch(() => undefined)
  }
}

async function help(context: AppContext, { last }: Schedule, signal: AbortSignal): Promise<void> {
  const work = last?.work
  if (work === undefined || work === null) return
  using timer = new StopTimer(last?.stopAt?.getTime())
  const stop = AbortSignal.any([signal, timer.signal])
  const parts = partsOf(work)
  const conductors: { part: NightPart; context: AppContext }[] = []
  const failures: unknown[] = []
  const failed = (error: unknown): void => {
    failures.push(error)
    // What this machine cannot do for one account is no reason to leave the others alone.
    if (parts.length > 1 && error instanceof Failure) {
      context.output.warn(error.in(context.output.locale))
    }
  }
  // One after the other: the files that are shared are laid down in one folder.
  for (const part of parts) {
    await asConductor(context, work, part).then(
      (conductor) => conductors.push({ part, context: conductor }),
      failed,
    )
  }
  await Promise.all(conductors.map((each) => helpAccount(each, { work, stop }).catch(failed)))
  if (failures.length === parts.length) throw failures[0]
}

async function helpAccount(
  { part, context }: { part: NightPart; context: AppContext },
  { work, stop: given }: { work: NightWork; stop: AbortSignal },
): Promise<void> {
  const trouble = new Trouble(context.output.warn)
  const stop = AbortSignal.any([given, trouble.signal])
  await using runContext = await openRunContext(context, {
    fleetsOf: async (store) =>
      (await store.all()).filter((each) => part.fleetIds.includes(each.id)),
    onFailure: (failure) => trouble.met(failure),
    helps: true,
    queue: part.queue,
  })
  requireAccount(work, part, runContext.access.accountId)
  const { log, queue, tools } = runContext
  const flowing = bind(tools).filter(({ kind }) => FLOWING.includes(kind))
  await queue.start(flowing, {
    settled: (kind, _id, { outcome }) => log.debug({ kind, outcome }, 'job settled'),
    failed: (kind, _id, error) => {
      log.error({ kind, code: error.name }, 'job failed')
      trouble.bug(error)
    },
  })
  const horizonMs = Number.POSITIVE_INFINITY
  await driveWork(runContext, { stop, kinds: FLOWING, horizonMs, helps: true })
  if (trouble.failure !== undefined) throw trouble.failure
}
