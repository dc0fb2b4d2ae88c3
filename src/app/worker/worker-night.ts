/** One night of a worker: what `frota nightly` does, for the fleets of a schedule. */
import { wallClock } from '../../clock.ts'
import type { NightWork } from '../../ledger/runs/nights.ts'
import type { Schedule } from '../../ledger/runs/schedules.ts'
import {
  accountsAtWork,
  configuredAccount,
  fleetsOfNight,
  nightConfigs,
} from '../fleets/chosen-fleet.ts'
import type { AppContext } from '../context.ts'
import type { OpenLedger } from '../ledger/open-ledger.ts'
import { runAccounts, type AccountsRun } from '../run/run-accounts.ts'
import type { RunRequest } from '../run/run-once.ts'
import { StopTimer } from '../run/stop-timer.ts'
import { nightPart, nightWork, partsOf, queueOfNight } from './night-work.ts'
import { readyParts } from './ready-parts.ts'
import type { Start } from './schedule-policy.ts'
import type { HeldNight } from './worker-tools.ts'

/** Prints nothing about the night's end: the command that started the worker does. */
export async function runNight(
  context: AppContext & { ledger: OpenLedger },
  schedule: Schedule,
  { stopAtMs }: Start,
  { lease, lost }: HeldNight,
  run = runAccounts,
): Promise<AccountsRun> {
  const { last, fleets: chosen } = schedule
  const { schedules, database, fleets } = context.ledger
  const isLeft = last?.outcome === 'interrupted'
  const beganAtMs = wallClock.now()
  using timer = new StopTimer(stopAtMs)
  const all = nightConfigs(context.config, context.fleetGiven)
  const configs = await accountsAtWork(all, {
    all: async () => (await fleets.all()).filter(({ name }) => chosen?.includes(name) !== false),
  })
  const notes = readyParts(configs.length, async (parts) => {
    // Another worker may have the night by now; then the next renewal of the lease fails.
    await schedules.noteWork(lease, schedule.id, nightWork(context.config, parts))
  })
  const requestOf = (part: AppContext, at: number): RunRequest => {
    const queue = queueOfNight(lease.epoch, beganAtMs, at)
    const leftQueue = isLeft ? leftQueueOf(last.work, part) : undefined
    let isReady = false
    return {
      mode: 'open-or-join',
      horizonMs: stopAtMs === undefined ? Number.POSITIVE_INFINITY : stopAtMs - wallClock.now(),
      until: timer.signal,
      fleetsOf: async (store, accountId) => {
        const own = await fleetsOfNight(part, store, accountId, all.length > 1)
        return chosen === null ? own : own.filter(({ name }) => chosen.includes(name))
      },
      ended: () => notes.over(isReady),
      night: {
        lost,
        ...(database.engine === 'pglite'
          ? {}
          : { queue: { name: queue, isOwn: true, left: leftQueue } }),
        ready: async (runContext) => {
          isReady = true
          await notes.ready(nightPart(runContext, queue))
        },
      },
    }
  }
  return await run(context, configs, requestOf)
}

/** The queue of the interrupted night that this one resumes. */
function leftQueueOf(work: NightWork | null, { config }: AppContext): string | undefined {
  if (work === null) return undefined
  const parts = partsOf(work)
  const accountId = configuredAccount(config)
  return parts.find((each) => each.accountId === accountId)?.queue ?? parts[0]?.queue
}
