/** One night of a worker: what `frota nightly` does, for the fleets of a schedule. */
import { wallClock } from '../../clock.ts'
import { Failure } from '../../failure.ts'
import type { Schedule } from '../../ledger/schedules.ts'
import { fleetsOfNight } from '../fleet/chosen-fleet.ts'
import type { CommandContext } from '../context.ts'
import { nightWork, queueOfNight } from './night-work.ts'
import type { OpenLedger } from '../run/open-ledger.ts'
import { sayEnding } from '../run/run-ending.ts'
import { runOnce } from '../run/run-once.ts'
import { StopTimer } from '../run/stop-timer.ts'
import type { Start } from './schedule-policy.ts'

/** Rejects with what ended the night before its time. */
export async function runNight(
  context: CommandContext & { ledger: OpenLedger },
  schedule: Schedule,
  { stopAtMs }: Start,
  taken: AbortSignal,
): Promise<{ carriedOver: number }> {
  const { last } = schedule
  const { schedules, presence, database } = context.ledger
  const isLeft = last?.outcome === 'interrupted'
  const left = isLeft ? last.work : null
  const queue = queueOfNight(presence.holder, wallClock.now())
  using timer = new StopTimer(stopAtMs)
  // The one object of `--json` is the worker's own, at its end.
  const quiet = { ...context, output: { ...context.output, object: () => undefined } }
  const finished = await runOnce(quiet, {
    mode: 'open-or-join',
    horizonMs: stopAtMs === undefined ? Number.POSITIVE_INFINITY : stopAtMs - wallClock.now(),
    until: timer.signal,
    fleetsOf: async (store, accountId) => {
      const all = await fleetsOfNight(quiet, store, accountId)
      const { fleets } = schedule
      return fleets === null ? all : all.filter(({ name }) => fleets.includes(name))
    },
    night: {
      taken,
      insteadOf: isLeft && last.holder !== presence.holder ? (last.holder ?? undefined) : undefined,
      ...(database.engine === 'pglite' ? {} : { queue, leftQueue: left?.queue }),
      ready: async (workshop) => {
        const work = nightWork(context, workshop, queue)
        // Should it be another's by now, the next beat says so.
        await schedules.noteWork(schedule.id, presence.holder, work)
      },
    },
  })
  try {
    sayEnding(quiet, finished)
  } catch (error) {
    // Totals that differ, or only failed consultations: a person must look, trying again is no cure.
    if (!(error instanceof Failure)) throw error
    process.stderr.write(`frota: ${schedule.name}: ${error.in(context.output.locale)}\n`)
  }
  return { carriedOver: finished.reduce((sum, { carriedOver }) => sum + carriedOver, 0) }
}
