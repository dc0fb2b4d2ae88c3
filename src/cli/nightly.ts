/** `frota nightly`: every imported fleet, waiting for the quota, until it is time to stop. */
import { wallClock } from '../clock.ts'
import { fleetsOfNight, nightConfig } from './fleet/chosen-fleet.ts'
import type { CommandContext } from './context.ts'
import { takeInbox } from './inbox/attend-inbox.ts'
import { requireService } from './never-silently.ts'
import { openLedger } from './run/open-ledger.ts'
import { requireReportsDirectory } from './run/reports-directory.ts'
import { sayEnding } from './run/run-ending.ts'
import { runOnce } from './run/run-once.ts'
import { untilOf } from './run/stop-time.ts'
import { StopTimer } from './run/stop-timer.ts'

export async function run(called: CommandContext): Promise<void> {
  requireService(called)
  const { flags } = called
  const config = nightConfig(called.config, flags)
  const context = { ...called, config }
  const untilMs = untilOf(flags, wallClock.now(), config.FROTA_TIME_ZONE)
  using timer = new StopTimer(untilMs)
  await requireReportsDirectory(config.FROTA_REPORTS_DIR)
  const { name, output } = context
  await using ledger = await openLedger(config, { mode: 'execute', command: name, output })
  await takeInbox(context, ledger)
  const finished = await runOnce(
    { ...context, ledger },
    {
      mode: 'open-or-join',
      horizonMs: untilMs === undefined ? Number.POSITIVE_INFINITY : untilMs - wallClock.now(),
      until: timer.signal,
      fleetsOf: (store, accountId) => fleetsOfNight(context, store, accountId),
    },
  )
  if (finished.length === 0) {
    output.line(
      output.say(
        'Nenhuma frota foi importada ainda; comece com: frota reconcile FROTA.csv',
        'No fleet was imported yet; begin with: frota reconcile FLEET.csv',
      ),
    )
  }
  sayEnding(context, finished)
}
