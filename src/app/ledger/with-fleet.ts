/** Opens the ledger and finds the fleet for a reading command, also while another command works. */
import type { Fleet } from '../../ledger/fleets/fleets.ts'
import type { AppContext } from '../context.ts'
import { openLedger, type OpenLedger } from './open-ledger.ts'
import { knownFleet } from '../fleets/known-fleet.ts'

export async function withFleet<T>(
  context: AppContext,
  read: (ledger: OpenLedger, fleet: Fleet) => Promise<T>,
): Promise<T> {
  await using ledger = await openLedger(context, 'read')
  return await read(ledger, await knownFleet(ledger.fleets, context.config.FROTA_FLEET))
}
