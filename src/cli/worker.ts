/** `frota worker`: schedules and their nights, until stopped. */
import { createHash } from 'node:crypto'
import { wallClock } from '../clock.ts'
import type { Config } from '../config.ts'
import { Failure } from '../failure.ts'
import { openLog } from '../log.ts'
import { openScheduleBell } from '../queue/schedule-bell.ts'
import type { ScheduleBell } from '../queue/schedule-bell.ts'
import { systemRandom } from '../random.ts'
import { nightConfigs } from './fleet/chosen-fleet.ts'
import type { CommandContext } from './context.ts'
import { firstSchedule } from './worker/first-schedule.ts'
import { rememberService, sayKnownService, withKnownService } from './access/known-service.ts'
import { attendInbox } from './inbox/attend-inbox.ts'
import { requireService } from './never-silently.ts'
import { openLedger } from './run/open-ledger.ts'
import type { OpenLedger } from './run/open-ledger.ts'
import { requireReportsDirectory } from './run/reports-directory.ts'
import { openServiceAccess } from './access/service-access.ts'
import { helpNight } from './worker/worker-crew.ts'
import { Doze } from './worker/worker-doze.ts'
import { workOn } from './worker/worker-loop.ts'
import { runNight } from './worker/worker-night.ts'
import { workerPace } from './worker/worker-pace.ts'
import { openWords } from './worker/worker-words.ts'
import { ledgerSecret } from './run/ledger-secret.ts'

const PREFIX_HEX = 12
const LOST_EMBEDDED_MS_MAX = 5 * 60_000
const LOST_SERVER_MS_MAX = 24 * 3_600_000

export async function run(given: CommandContext): Promise<void> {
  // Without a ledger that others share, nothing could say later which service is meant.
  if (given.config.DATABASE_URL === undefined) requireService(given)
  await requireReportsDirectory(given.config.FROTA_REPORTS_DIR)
  const opening = { mode: 'execute', command: given.name, output: given.output } as const
  await using ledger = await openLedger(given.config, opening)
  const context = await withKnownService(given, ledger)
  requireService(context)
  const { config, output, stop } = context
  const sharing = given.config.FROTA_API_URL !== undefined
  const configs = nightConfigs(config, given.flags)
  if (!sharing && config.FROTA_API_URL !== undefined) {
    sayKnownService({ ...context, config: configs[0] })
  }
  await requireAccounts(context, configs, (each) => requireAccess(each, ledger, sharing))
  const clock = wallClock
  const { schedules, database, presence, executors } = ledger
  const installation = await schedules.begin(firstSchedule(config), new Date(clock.now()))
  const doze = new Doze(stop)
  await using closing = new AsyncDisposableStack()
  const bell = await openBell(context, ledger, { installation, ring: () => doze.ring() })
  closing.defer(() => bell.close())
  const words = openWords(context, clock)
  const inbox = await attendInbox(context, ledger, (text) => words.inbox(text))
  const alone = database.engine === 'pglite'
  let nights = 0
  // What decides is read again for each night: the worker that shares it may have been changed.
  const lent = async () => ({ ...(await withKnownService(given, ledger)), ledger })
  await workOn({
    schedules,
    presence,
    executors,
    bell,
    doze,
    clock,
    stop,
    words,
    ...(inbox === undefined ? {} : { inbox }),
    pace: workerPace(1 / config.FROTA_TEST_SCALE, alone),
    runNight: async (schedule, start, taken) => {
      nights += 1
      return runNight(await lent(), schedule, start, taken)
    },
    help: async (schedule, signal) => helpNight(await lent(), schedule, signal),
    lostMsMax: alone ? LOST_EMBEDDED_MS_MAX : LOST_SERVER_MS_MAX,
  })
  output.line(output.say('Trabalhador parado em ordem.', 'Worker stopped in order.'))
  output.object({ nights })
}

function openBell(
  { config }: CommandContext,
  { database }: OpenLedger,
  { installation, ring }: { installation: string; ring: () => void },
): Promise<ScheduleBell> {
  const { REDIS_URL: redisUrl } = config
  const store = redisUrl === undefined ? { pool: database.queuePool } : { redisUrl }
  const hash = createHash('sha256').update(installation).digest('hex')
  const log = openLog(config.LOG_LEVEL)
  return openScheduleBell(store, {
    clock: wallClock,
    prefix: `frota-${hash.slice(0, PREFIX_HEX)}`,
    ring,
    onTrouble: () => log.warn({ kind: 'queue' }, 'the queue recovers from a lost connection'),
  })
}

/** One account whose key is wrong does not keep the worker from the others. */
async function requireAccounts(
  context: CommandContext,
  configs: readonly Config[],
  require: (context: CommandContext) => Promise<void>,
): Promise<void> {
  const failures: Failure[] = []
  for (const config of configs) {
    try {
      await require({ ...context, config })
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      failures.push(error)
    }
  }
  const [first] = failures
  if (first !== undefined && failures.length === configs.length) throw first
  for (const failure of failures) {
    process.stderr.write(`frota: ${failure.in(context.config.FROTA_LOCALE)}\n`)
  }
}

/** What cannot work is said at the start, not at night; a service that is away may come back. */
async function requireAccess(
  context: CommandContext,
  ledger: OpenLedger,
  sharing: boolean,
): Promise<void> {
  const { config } = context
  if (config.FROTA_API_URL === undefined) return
  const secret = await ledgerSecret(config, ledger.fleets)
  const { pool } = ledger.database
  const log = openLog(config.LOG_LEVEL)
  const tools = { config, pool, secret, clock: wallClock, random: systemRandom, log }
  try {
    await using access = await openServiceAccess(tools)
    await rememberService(context, ledger, { access, secret, sharing })
  } catch (error) {
    if (!(error instanceof Failure) || error.recovery === 'stop') throw error
    process.stderr.write(`frota: ${error.in(config.FROTA_LOCALE)}\n`)
  }
}
