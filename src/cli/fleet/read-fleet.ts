/** What every reading command begins with: the ledger, beside a running command if there is one. */
import type { Fleet } from '../../ledger/fleets/fleets.ts'
import type { CommandContext } from '../context.ts'
import { openLedger } from '../run/open-ledger.ts'
import type { OpenLedger } from '../run/open-ledger.ts'
import { knownFleet } from './known-fleet.ts'

export async function withFleet(
  context: CommandContext,
  read: (ledger: OpenLedger, fleet: Fleet) => Promise<void>,
): Promise<void> {
  const { config, name, output } = context
  await using ledger = await openLedger(config, { mode: 'read', command: name, output })
  await read(ledger, await knownFleet(ledger.fleets, config.FROTA_FLEET))
}
