/** One night of a worker: what `frota nightly` does, for the fleets of a schedule. */
import { wallClock } from '../clock.ts'
import { Failure } from '../failure.ts'
import type { FleetStore } from '../ledger/fleets.ts'
import type { Schedule } from '../ledger/schedules.ts'
import type { CommandContext } from './context.ts'
import { sayEnding } from './run-ending.ts'
import { runOnce } from './run-once.ts'
import { StopTimer } from './stop-timer.ts'
import type { Start } from './worker-loop.ts'

/** Rejects with what ended the night before its time. */
export async function runNight(
  context: CommandContext,
  schedule: Schedule,
  { stopAtMs }: Start,
): Promise<{ carriedOver: number }> {
  using timer = new StopTimer(stopAtMs)
  // The one object of `--json` is the worker's own, at its end.
  const quiet = { ...context, output: { ...context.output, object: () => undefined } }
  const finished = await runOnce(quiet, {
    mode: 'open-or-join',
    horizonMs: stopAtMs === undefined ? Number.POSITIVE_INFINITY : stopAtMs - wallClock.now(),
    until: timer.signal,
    fleetsOf: (store) => fleetsOf(store, schedule),
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

async function fleetsOf(store: FleetStore, { fleets }: Schedule) {
  const all = await store.all()
  return fleets === null ? all : all.filter(({ name }) => fleets.includes(name))
}
