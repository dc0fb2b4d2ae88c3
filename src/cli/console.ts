/** `frota console`: the pages on loopback, until stopped. */
import { join } from 'node:path'
import { wallClock } from '../clock.ts'
import { DRAFT_KEPT_MS } from '../console/take-upload.ts'
import { startConsole } from '../console/start-console.ts'
import { Failure } from '../failure.ts'
import { systemRandom } from '../random.ts'
import { openUploads } from '../reconciliation/intake/uploads.ts'
import { openSecret } from '../secret.ts'
import { openDesk, sayBug } from './console/console-desk.ts'
import { LedgerReading } from './console/console-ledger.ts'
import type { CommandContext } from './context.ts'
import { secretPath } from './run/open-ledger.ts'

const PORT_MAX = 65_535

export async function run(context: CommandContext): Promise<void> {
  const { config, output, stop } = context
  const port = portOf(context.flags['port'])
  const clock = wallClock
  const reading = new LedgerReading(context, clock)
  const secret = await openSecret(secretPath(config), systemRandom, () => reading.isUnused())
  const drafts = openUploads(join(config.FROTA_DATA_DIR, 'drafts'), secret, clock)
  await drafts.expire(clock.now() - DRAFT_KEPT_MS)
  const desk = openDesk({ context, clock, lend: () => reading.lend() })
  const pages = await startConsole(
    {
      fleet: config.FROTA_FLEET,
      locale: config.FROTA_LOCALE,
      zone: config.FROTA_TIME_ZONE,
      reportsDir: config.FROTA_REPORTS_DIR,
      drafts,
      remembered: () => reading.remembered(),
      runs: reading.lookup(),
      exceptions: () => reading.exceptions(),
      orders: () => reading.orders(),
      desk,
      clock,
      random: systemRandom,
    },
    { port, onBug: sayBug },
  )
  try {
    output.object({ url: pages.url })
    output.line(`${output.say('Console aberto em', 'Console open at')} ${pages.url}`)
    output.line(
      output.say(
        'Só este computador chega a ele, e só com este endereço. Ctrl-C encerra.',
        'Only this machine reaches it, and only with this address. Ctrl-C ends it.',
      ),
    )
    await aborted(stop)
    // A run under way has its grace before the pages that show it go away.
    await desk.settled()
  } finally {
    await pages.close()
    await reading.close()
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

function portOf(flag: string | boolean | undefined): number {
  if (flag === undefined) return 0
  const port = typeof flag === 'string' && /^\d{1,5}$/.test(flag) ? Number(flag) : Number.NaN
  if (port <= PORT_MAX) return port
  throw new Failure('usage', {
    pt: `--port ${String(flag).slice(0, 20)}: dê um número de 0 a ${PORT_MAX}.`,
    en: `--port ${String(flag).slice(0, 20)}: give a number from 0 to ${PORT_MAX}.`,
  })
}
