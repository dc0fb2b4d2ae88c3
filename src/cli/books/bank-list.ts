/** `frota bank`: what of the statements and the orders is not matched yet. */
import { matchBank } from '../../app/books/match-bank.ts'
import { withFleet } from '../../app/ledger/with-fleet.ts'
import type { CommandContext } from '../context.ts'
import { matchObject, tellMatch } from './bank-words.ts'

export async function run(context: CommandContext): Promise<void> {
  const { output, config } = context
  await withFleet(context, async (ledger, fleet) => {
    const match = await matchBank(ledger, fleet, config.FROTA_TIME_ZONE)
    tellMatch(context, match)
    output.object(matchObject(match))
  })
}
