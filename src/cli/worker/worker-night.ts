/** One night of a worker: what `frota nightly` does, for the fleets of a schedule. */
import { wallClock } from '../../clock.ts'
import { Failure } from '../../failure.ts'
import type { NightWork } from '../../ledger/runs/nights.ts'
import type { Schedule } from '../../ledger/runs/schedules.ts'
import {
  accountsAtWork,
  configuredAccount,
  fleetsOfNight,
  nightConfigs,
} from '../fleet/chosen-fleet.ts'
import type { CommandContext } from '../context.ts'
import { endAccounts } from '../run/end-accounts.ts'
import type { OpenLedger } from '../run/open-ledger.ts'
import { runAccounts } from '../run/run-accounts.ts'
import type { AccountsRun, FailedAccount } from '../run/run-accounts.ts'
import type { RunRequest } from '../run/run-once.ts'
import { StopTimer } from '../run/stop-timer.ts'
import { nightPart, nightWork, partsOf, queueOfNight } from './night-work.ts'
import { readyParts } from './ready-parts.ts'
import type { Start } from './schedule-policy.ts'

/** Rejects with what ended the night before its time. */
export async function runNight(
  context: CommandContext & { ledger: OpenLedger },
  schedule: Schedule,
  { stopAtMs }: Start,
  taken: AbortSignal,
): Promise<{ carriedOver: number }> {
  const { last, fleets: chosen } = schedule
  const { schedules, presence, database, fleets } = context.ledger
  const isLeft = last?.outcome === 'interrupted'
  const beganAtMs = wallClock.now()
  using timer = new StopTimer(stopAtMs)
  // The one object of `--json` is the worker's own, at its end.
  const quiet = { ...context, output: { ...context.output, object: () => undefined } }
  const all = nightConfigs(context.config, context.flags)
  const configs = await accountsAtWork(all, {
    all: async () => (await fleets.all()).filter(({ name }) => chosen?.includes(name) !== false),
  })
  const notes = readyParts(configs.length, async (parts) => {
    // Should it be another's by now, the next beat says so.
    await schedules.noteWork(schedule.id, presence.holder, nightWork(context.config, parts))
  })
  const requestOf = (part: CommandContext, at: number): RunRequest => {
    const queue = queueOfNight(presence.holder, beganAtMs, at)
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
        taken,
        insteadOf:
          isLeft && last.holder !== presence.holder ? (last.holder ?? undefined) : undefined,
        ...(database.engine === 'pglite' ? {} : { queue, leftQueue }),
        ready: async (workshop) => {
          isReady = true
          await notes.ready(nightPart(workshop, queue))
        },
      },
    }
  }
  const ended = await runAccounts(quiet, configs, requestOf)
  sayNight(quiet, schedule, ended)
  return { carriedOver: ended.finished.reduce((sum, { carriedOver }) => sum + carriedOver, 0) }
}

/** Of the night that this one goes on with. */
function leftQueueOf(work: NightWork | null, { config }: CommandContext): string | undefined {
  if (work === null) return undefined
  const parts = partsOf(work)
  const accountId = configuredAccount(config)
  return parts.find((each) => each.accountId === accountId)?.queue ?? parts[0]?.queue
}

function mayPass({ error }: FailedAccount): boolean {
  return !(error instanceof Failure) || error.recovery === 'retry'
}

function sayNight(context: CommandContext, { name }: Schedule, ended: AccountsRun): void {
  try {
    endAccounts(context, ended)
  } catch (error) {
    // What may pass, and a night in which every account failed, is tried again. Totals that differ,
    // only failed consultations, or one account's key: a person must look, trying is no cure.
    const isAll = ended.failed.length > 0 && ended.finished.length === 0
    if (isAll || ended.failed.some(mayPass) || !(error instanceof Failure)) throw error
    process.stderr.write(`frota: ${name}: ${error.in(context.output.locale)}\n`)
  }
}
