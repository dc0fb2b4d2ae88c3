/** `frota bank`: what of the statements and the orders is not matched yet. */
import { withFleet } from '../../app/ledger/with-fleet.ts'
import type { CommandContext } from '../context.ts'
import { matchAndTell } from './bank-words.ts'

export async function run(context: CommandContext): Promise<void> {
  await withFleet(context, (ledger, fleet) => matchAndTell(context, ledger, fleet))
}
