/** Opens the pages for the fleet of a configuration, with its ledger. */
import { join } from 'node:path'
import type { AppContext } from '../app/context.ts'
import { secretPath } from '../app/ledger/open-ledger.ts'
import { wallClock } from '../clock.ts'
import { describeError } from '../failure.ts'
import { systemRandom } from '../random.ts'
import { openUploads } from '../reconciliation/intake/uploads.ts'
import { openSecret } from '../secret.ts'
import { LedgerReading } from './ledger-reading.ts'
import { openConsoleRuns } from './console-runs.ts'
import { startConsole } from './start-console.ts'
import { DRAFT_KEPT_MS } from './take-upload.ts'

export interface OpenConsole extends AsyncDisposable {
  /** With the token that opens a session: for the person at the terminal, never for a log. */
  readonly url: string
  /** Resolves when the run under way, if any, has ended. */
  settled(): Promise<void>
}

/** `port` 0: any free one. Throws a Failure when the port is taken. */
export async function openConsole(context: AppContext, port: number): Promise<OpenConsole> {
  const { config, output } = context
  const clock = wallClock
  const random = systemRandom
  const reading = new LedgerReading(context, clock)
  await using opening = new AsyncDisposableStack()
  opening.defer(() => reading.close())
  const secret = await openSecret(secretPath(config), random, () => reading.isUnused())
  const drafts = openUploads(join(config.FROTA_DATA_DIR, 'drafts'), secret, clock)
  await drafts.expire(clock.now() - DRAFT_KEPT_MS)
  const onBug = (error: unknown): void =>
    output.warn(`an unexpected error, please report it:\n${describeError(error, 'en')}`)
  const consoleRuns = openConsoleRuns({ context, clock, onBug, lend: () => reading.lend() })
  const pages = await startConsole(
    {
      fleet: config.FROTA_FLEET,
      locale: config.FROTA_LOCALE,
      zone: config.FROTA_TIME_ZONE,
      reportsDir: config.FROTA_REPORTS_DIR,
      drafts,
      remembered: () => reading.remembered(),
      fleetBefore: () => reading.fleetBefore(secret),
      runs: reading.lookup(),
      exceptions: () => reading.exceptions(),
      orders: () => reading.orders(),
      consoleRuns,
      clock,
      random,
    },
    { port, onBug },
  )
  opening.defer(() => pages.close())
  const opened = opening.move()
  return {
    url: pages.url,
    settled: () => consoleRuns.settled(),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}
