/** `frota bank`: what of the statements and the orders is not matched yet. */
import { withFleet } from '../../app/ledger/with-fleet.ts'
import type { CommandContext } from '../context.ts'
import { matchAndTell, readOrders } from './bank-words.ts'

export async function run(context: CommandContext): Promise<void> {
  await withFleet(context, async (ledger, fleet) => {
    const read = await readOrders(context, ledger, fleet)
    await matchAndTell(context, ledger, fleet, read)
  })
}
