/** `frota status`: where each stage stands, beside a running command or after it; live if asked. */
import { options } from '../options.ts'
import type { CommandContext } from './context.ts'
import { nothingImported } from './fleet/known-fleet.ts'
import { openLedger } from './run/open-ledger.ts'
import { readStatus, statusLines, statusObject } from './status/status-view.ts'
import { watchStatus } from './status/watch-status.ts'

/**
 * The health check of a container calls this with `--json`, also before anything was imported: an
 * installation without the fleet that nobody named is healthy, a mistyped name is an error.
 */
export async function run(context: CommandContext): Promise<void> {
  const { output, config, name, flags } = context
  // A pipe cannot be drawn over: it gets what a single look gets.
  if (flags['watch'] === true && output.live) return watchStatus(context)
  await using ledger = await openLedger(config, { mode: 'read', command: name, output })
  const fleet = await ledger.fleets.find(config.FROTA_FLEET)
  if (fleet !== undefined) {
    const view = await readStatus(config, ledger, fleet)
    for (const line of statusLines(view, output, config.FROTA_TIME_ZONE)) output.line(line)
    return output.object(statusObject(view))
  }
  if (!output.json || config.FROTA_FLEET !== options.FROTA_FLEET.default) {
    throw nothingImported(config.FROTA_FLEET)
  }
  const others = await ledger.fleets.all()
  output.object({ fleet: null, run: null, otherFleets: others.map((other) => other.name) })
}
