/** Runs a worker: schedules and their nights, until stopped. */
import { wallClock, type Clock } from '../../clock.ts'
import { describeError } from '../../failure.ts'
import type { Schedule } from '../../ledger/runs/schedules.ts'
import { WakeableSleep } from '../../wakeable-sleep.ts'
import { sayKnownService, withKnownService } from '../access/known-service.ts'
import type { AppContext } from '../context.ts'
import { nightConfigs } from '../fleets/chosen-fleet.ts'
import { attendInbox } from '../inbox/attend-inbox.ts'
import { meterOf } from '../metrics/monitor.ts'
import { monitorLedger } from '../metrics/monitor-ledger.ts'
import { openPing, pinged } from '../notices/ping.ts'
import { LOST_SERVER_MS_MAX } from '../ledger/ledger-absence.ts'
import { openLedger } from '../ledger/open-ledger.ts'
import { doRequest } from '../requests/do-request.ts'
import { takeRequest } from '../requests/take-request.ts'
import { requireService } from '../require-service.ts'
import { openNotices } from '../notices/notice-sender.ts'
import { requireReportsDirectory } from '../run/reports-directory.ts'
import type { AccountsRun } from '../run/run-accounts.ts'
import { firstSchedule } from './schedule-draft.ts'
import { requireAccounts } from './require-accounts.ts'
import { processNight } from './process-night.ts'
import { workOn } from './worker-loop.ts'
import { runNight } from './worker-night.ts'
import { workerPace } from './worker-pace.ts'
import type { WorkerWords } from './worker-tools.ts'

const LOST_EMBEDDED_MS_MAX = 5 * 60_000

/** Messages about a worker's work, supplied by the command that starts it. */
export interface WorkerTelling {
  words(context: AppContext, clock: Clock): WorkerWords
  /** Reports how a night ended; throws an error that a retry may cure. */
  nightEnded(context: AppContext, schedule: Schedule, ended: AccountsRun): void
}

/** Runs until `stop` aborts. Throws a Failure that says why the worker cannot work at all. */
export async function runWorker(
  given: AppContext,
  telling: WorkerTelling,
): Promise<{ readonly nights: number }> {
  // On an embedded ledger no other worker can store the service later, so it must be configured.
  if (given.config.DATABASE_URL === undefined) requireService(given)
  await requireReportsDirectory(given.config.FROTA_REPORTS_DIR)
  await using ledger = await openLedger(given, 'execute')
  const context = await withKnownService(given, ledger)
  requireService(context)
  const { config, stop } = context
  const sharing = given.config.FROTA_API_URL !== undefined
  const configs = nightConfigs(config, given.fleetGiven)
  if (!sharing && config.FROTA_API_URL !== undefined) {
    sayKnownService({ ...context, config: configs[0] })
  }
  await requireAccounts(context, configs, { ledger, sharing })
  const clock = wallClock
  const { schedules, database, leases } = ledger
  await schedules.begin(firstSchedule(config), new Date(clock.now()))
  const words = telling.words(context, clock)
  const inbox = await attendInbox(context, ledger, (text) => words.inbox(text))
  const alone = database.engine === 'pglite'
  let nights = 0
  // The shared settings are read for each night, because the worker that shares them may change.
  const meter = await meterOf(config)
  await using _notices = await openNotices({ config, stop, ledger, clock })
  const ping = openPing(config, clock)
  await using _monitor = await monitorLedger(context, ledger, meter)
  const lent = async () => ({ ...(await withKnownService(given, ledger)), ledger, meter })
  await workOn({
    schedules,
    leases,
    sleep: new WakeableSleep(stop),
    clock,
    stop,
    words,
    ...(inbox === undefined ? {} : { inbox }),
    pace: workerPace(1 / config.FROTA_TEST_SCALE, alone),
    takeRequest: () =>
      takeRequest({
        use: (work) => work(ledger),
        holder: leases.holder,
        clock,
        stop,
        run: async (request) => doRequest(await lent(), request),
        onBug: (error) => context.output.warn(describeError(error, config.FROTA_LOCALE)),
      }),
    runNight: async (schedule, start, night) => {
      nights += 1
      const part = await lent()
      const ended = await pinged(ping, async () => {
        const done = await runNight(part, schedule, start, night)
        telling.nightEnded(part, schedule, done)
        return done
      })
      return { carriedOver: ended.finished.reduce((sum, run) => sum + run.carriedOver, 0) }
    },
    processNight: async (schedule, signal) => processNight(await lent(), schedule, signal),
    lostMsMax: alone ? LOST_EMBEDDED_MS_MAX : LOST_SERVER_MS_MAX,
  })
  return { nights }
}
