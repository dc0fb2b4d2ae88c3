/** `frota status`: where each stage stands, beside a running command or after it; live if asked. */
import { options } from '../options.ts'
import type { CommandContext } from './context.ts'
import { nothingImported } from '../app/fleets/known-fleet.ts'
import { ordersReadObject, ordersReadWords } from '../app/orders/orders-read-words.ts'
import { QUICK_READ, readOpenOrders } from '../app/orders/read-open-orders.ts'
import { openLedger } from '../app/ledger/open-ledger.ts'
import { fleetLines, fleetObjects, readFleets } from './status/fleets-overview.ts'
import { readStatus, readStatusLists, statusLines, statusObject } from './status/status-view.ts'
import { watchStatus } from './status/watch-status.ts'

/**
 * A container's health check calls this with `--json`, even before the first import: a missing
 * fleet is an error only if it was named (--fleet, FROTA_FLEET). Where no fleet is named, the
 * others are listed, too.
 */
export async function run(context: CommandContext): Promise<void> {
  const { output, config, flags } = context
  // A pipe cannot be redrawn, so it gets the output once.
  if (flags['watch'] === true && output.live) return watchStatus(context)
  await using ledger = await openLedger(context, 'read')
  const fleet = await ledger.fleets.find(config.FROTA_FLEET)
  const isNamed = flags['fleet'] !== undefined || config.FROTA_FLEET !== options.FROTA_FLEET.default
  const others = isNamed
    ? []
    : (await ledger.fleets.all()).filter(({ name: other }) => other !== config.FROTA_FLEET)
  if (fleet === undefined && others.length === 0 && (isNamed || !output.json)) {
    throw nothingImported(config.FROTA_FLEET)
  }
  const overviews = await readFleets(config, ledger, others)
  const lines = fleetLines(overviews, others.length, output, config.FROTA_TIME_ZONE)
  const all = overviews.length === 0 ? {} : { otherFleetsInBrief: fleetObjects(overviews) }
  const otherFleets = others.map((other) => other.name)
  if (fleet === undefined) {
    for (const line of lines) output.line(line)
    return output.object({ fleet: null, run: null, otherFleets, ...all })
  }
  const read = await readOpenOrders(context, ledger, fleet, {
    ...QUICK_READ,
    stored: context.flags['stored'] === true,
  })
  const lists = await readStatusLists(config, ledger, fleet)
  const view = await readStatus(config, ledger, fleet, lists)
  for (const line of statusLines(view, output, config.FROTA_TIME_ZONE)) output.line(line)
  const unread = ordersReadWords(read, output, config.FROTA_TIME_ZONE)
  if (unread !== undefined) output.line(unread)
  if (lines.length > 0) output.line()
  for (const line of lines) output.line(line)
  output.object({ ...statusObject(view), ordersRead: ordersReadObject(read, output), ...all })
}
