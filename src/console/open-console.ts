/** Opens the pages for the fleet of a configuration, with its ledger. */
import { join } from 'node:path'
import { keepService, setLedgerAside } from '../app/access/connect-service.ts'
import type { AppContext } from '../app/context.ts'
import { openDrafts } from '../app/intake/drafts.ts'
import type { Meter } from '../app/metrics/meter.ts'
import { meterOf, openMonitor } from '../app/metrics/monitor.ts'
import { purge } from '../app/purge/purge.ts'
import { ledgerSecret } from '../app/ledger/ledger-secret.ts'
import { secretPath } from '../app/ledger/open-ledger.ts'
import { wallClock, type Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import { describeError } from '../failure.ts'
import { readLedgerGauges } from '../ledger/runs/ledger-gauges.ts'
import { openLedgerDb } from '../ledger/schema/tx.ts'
import { systemRandom } from '../random.ts'
import { openSecret } from '../secret.ts'
import type { ConsoleTools } from './frame/console-tools.ts'
import { LedgerReading } from './ledger-reading.ts'
import { requirePeople } from './people/require-people.ts'
import { OwnRuns } from './runs/own-runs.ts'
import { startConsole } from './start-console.ts'

/** `port` 0: any free one. Throws a Failure when the port is taken, or nobody could sign in. */
export async function openConsole(
  given: AppContext,
  { port, host, clock = wallClock }: { port: number; host?: string | undefined; clock?: Clock },
) {
  const { config, output } = given
  const meter = await meterOf(config)
  let current = config
  // Read at each use: a person may connect a service while the console runs.
  const context: AppContext = {
    ...given,
    meter,
    get config() {
      return current
    },
  }
  const random = systemRandom
  const ledger = new LedgerReading(context, clock)
  await using opening = new AsyncDisposableStack()
  opening.defer(() => ledger.close())
  await requirePeople(config, host, ledger)
  const secret = ledger.isNew()
    ? await openSecret(secretPath(config), random, async () => true)
    : await ledger.use((open) => ledgerSecret(config, open))
  const drafts = openDrafts(join(config.FROTA_DATA_DIR, 'drafts'), secret, { clock, random })
  await purge({ config, clock }, { erases: true, only: ['drafts'] })
  const onBug = (error: unknown): void =>
    output.warn(`an unexpected error, please report it:\n${describeError(error, 'en')}`)
  const handOver = () => ledger.handOver()
  const ownRuns = new OwnRuns({ context, clock, ledger, onBug, handOver })
  const connect: ConsoleTools['connect'] = async (tried, after) => {
    const handover = await ledger.handOver()
    try {
      const { FROTA_DATA_DIR: dataDir } = config
      const folder = after === 'set-aside' ? await setLedgerAside(dataDir, clock.now()) : undefined
      await keepService(tried)
      current = { ...current, ...tried.kept }
      return folder
    } finally {
      handover.ended()
    }
  }
  const tools = { connect, context, secret, drafts, ledger, ownRuns, clock, random }
  const pages = await startConsole(tools, {
    port,
    host,
    origin: config.FROTA_CONSOLE_ORIGIN,
    onBug,
    onAnswered: meter?.answered,
  })
  opening.defer(() => pages.close())
  opening.use((await monitorConsole(config, ledger, meter)) ?? null)
  // What was asked for before a restart goes on.
  if (!ledger.isNew()) ownRuns.poke()
  const opened = opening.move()
  return {
    /** With the token that opens a session: for the person at the terminal, never for a log. */
    url: pages.url,
    /** Resolves when the run under way, if any, has ended. */
    settled: () => ownRuns.settled(),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

/** Of a server's ledger only: an embedded one would be kept from the run that wants it. */
function monitorConsole(config: Config, ledger: LedgerReading, meter: Meter | undefined) {
  const isServer = config.DATABASE_URL !== undefined
  const ask = () => ledger.use(({ database }) => database.pool.query('select 1'))
  return openMonitor(config, meter, {
    clock: wallClock,
    checks: isServer ? { ledger: async () => void (await ask()) } : {},
    ...(isServer
      ? {
          readGauges: () =>
            ledger.use(({ database }) => readLedgerGauges(openLedgerDb(database.pool))),
        }
      : {}),
  })
}
