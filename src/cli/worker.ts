/** `frota worker`: schedules and their nights, until stopped. */
import { createHash } from 'node:crypto'
import { wallClock } from '../clock.ts'
import { takeNamedLocks } from '../database/advisory-lock.ts'
import { Failure } from '../failure.ts'
import { openLog } from '../log.ts'
import { openScheduleBell } from '../queue/schedule-bell.ts'
import { systemRandom } from '../random.ts'
import { openSecret } from '../secret.ts'
import type { CommandContext } from './context.ts'
import { firstSchedule } from './first-schedule.ts'
import { requireService } from './never-silently.ts'
import { openLedger, secretPath } from './open-ledger.ts'
import type { OpenLedger } from './open-ledger.ts'
import { requireReportsDirectory } from './reports-directory.ts'
import { openServiceAccess } from './service-access.ts'
import { Doze } from './worker-doze.ts'
import { workOn } from './worker-loop.ts'
import { runNight } from './worker-night.ts'
import { openWords } from './worker-words.ts'

/** One worker on a server; the embedded database has one by its directory's lock. */
const LOCK = 'frota worker'
const PREFIX_HEX = 12
const LOST_EMBEDDED_MS_MAX = 5 * 60_000
const LOST_SERVER_MS_MAX = 24 * 3_600_000

export async function run(context: CommandContext): Promise<void> {
  requireService(context)
  const { config, name, output, stop } = context
  await requireReportsDirectory(config.FROTA_REPORTS_DIR)
  await using ledger = await openLedger(config, { mode: 'execute', command: name, output })
  await using only = await onlyWorker(ledger)
  await requireAccess(context, ledger)
  const clock = wallClock
  const { schedules, database } = ledger
  const installation = await schedules.begin(firstSchedule(config), new Date(clock.now()))
  await schedules.interruptAll(new Date(clock.now()))
  const log = openLog(config.LOG_LEVEL)
  const doze = new Doze(stop)
  await using closing = new AsyncDisposableStack()
  const store =
    config.REDIS_URL === undefined ? { pool: database.queuePool } : { redisUrl: config.REDIS_URL }
  const bell = await openScheduleBell(store, {
    clock,
    prefix: `frota-${createHash('sha256').update(installation).digest('hex').slice(0, PREFIX_HEX)}`,
    ring: () => doze.ring(),
    onTrouble: () => log.warn({ kind: 'queue' }, 'the queue recovers from a lost connection'),
  })
  closing.defer(() => bell.close())
  let nights = 0
  const lent = { ...context, ledger }
  await workOn({
    schedules,
    bell,
    doze,
    clock,
    stop,
    words: openWords(context, clock),
    runNight: (schedule, start) => {
      nights += 1
      return runNight(lent, schedule, start)
    },
    reclaim: () => only.reclaim(),
    scale: 1 / config.FROTA_TEST_SCALE,
    lostMsMax: database.engine === 'pglite' ? LOST_EMBEDDED_MS_MAX : LOST_SERVER_MS_MAX,
  })
  output.line(output.say('Trabalhador parado em ordem.', 'Worker stopped in order.'))
  output.object({ nights })
}

/** What cannot work is said at the start, not at night; a service that is away may come back. */
async function requireAccess({ config }: CommandContext, ledger: OpenLedger): Promise<void> {
  if (config.FROTA_API_URL === undefined) return
  const secret = await openSecret(secretPath(config), systemRandom)
  const { pool } = ledger.database
  const log = openLog(config.LOG_LEVEL)
  const tools = { config, pool, secret, clock: wallClock, random: systemRandom, log }
  try {
    await using access = await openServiceAccess(tools)
    void access
  } catch (error) {
    if (!(error instanceof Failure) || error.recovery === 'stop') throw error
    process.stderr.write(`frota: ${error.in(config.FROTA_LOCALE)}\n`)
  }
}

interface OnlyWorker extends AsyncDisposable {
  /** A server that was away has freed the lock. Throws `already-running` when another has it. */
  reclaim(): Promise<void>
}

async function onlyWorker({ database }: OpenLedger): Promise<OnlyWorker> {
  const take = () =>
    database.engine === 'postgresql' ? takeNamedLocks(database.pool, [LOCK]) : undefined
  let locks = await take()
  const release = async (): Promise<void> => {
    await locks?.[Symbol.asyncDispose]()
    locks = undefined
  }
  return {
    reclaim: async () => {
      await release()
      locks = await take()
    },
    [Symbol.asyncDispose]: release,
  }
}
