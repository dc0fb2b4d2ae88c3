/** `frota nightly`: every imported fleet, waiting for the quota, until it is time to stop. */
import { wallClock } from '../clock.ts'
import { accountsAtWork, fleetsOfNight, nightConfigs } from '../app/fleets/chosen-fleet.ts'
import type { CommandContext } from './context.ts'
import { takeInbox } from '../app/inbox/attend-inbox.ts'
import { meterOf } from '../app/metrics/monitor.ts'
import { monitorLedger } from '../app/metrics/monitor-ledger.ts'
import { openPing, pinged } from '../app/notices/ping.ts'
import { requireService } from '../app/require-service.ts'
import { openLedger } from '../app/ledger/open-ledger.ts'
import { requireReportsDirectory } from '../app/run/reports-directory.ts'
import { endAccounts } from './end-accounts.ts'
import { runAccounts } from '../app/run/run-accounts.ts'
import { untilOf } from '../app/run/stop-time.ts'
import { StopTimer } from '../app/run/stop-timer.ts'

export async function run(called: CommandContext): Promise<void> {
  requireService(called)
  const { flags, output } = called
  const all = nightConfigs(called.config, called.fleetGiven)
  const context = { ...called, config: all[0] }
  const { config } = context
  const untilMs = untilOf(flags, wallClock.now(), config.FROTA_TIME_ZONE)
  using timer = new StopTimer(untilMs)
  await requireReportsDirectory(config.FROTA_REPORTS_DIR)
  await using ledger = await openLedger(context, 'execute')
  const meter = await meterOf(config)
  await using _monitor = await monitorLedger(context, ledger, meter)
  await pinged(openPing(config, wallClock), async () => {
    await takeInbox(called, ledger)
    const configs = await accountsAtWork(all, ledger.fleets)
    const ended = await runAccounts({ ...context, ledger, meter }, configs, (part) => ({
      mode: 'open-or-join',
      horizonMs: untilMs === undefined ? Number.POSITIVE_INFINITY : untilMs - wallClock.now(),
      until: timer.signal,
      fleetsOf: (store, accountId) => fleetsOfNight(part, store, accountId, all.length > 1),
    }))
    // After a stop it is clear why nothing was begun.
    if (ended.finished.length === 0 && ended.failed.length === 0 && !context.stop.aborted) {
      output.tell(
        'Nenhuma frota foi importada ainda; comece com: frota reconcile FROTA.csv',
        'No fleet was imported yet; begin with: frota reconcile FLEET.csv',
      )
    }
    endAccounts(context, ended)
  })
}
