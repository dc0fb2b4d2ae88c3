/** `frota orders free ORDER`: after a refund, a person lets its debts be ordered again. */
import { decidingPerson } from '../../app/access/deciding-person.ts'
import { givenReason } from '../../app/given-reason.ts'
import { withFleet } from '../../app/ledger/with-fleet.ts'
import { freeDebts } from '../../app/orders/free-debts.ts'
import { isUuid } from '../../contract/scalar.ts'
import { Failure } from '../../failure.ts'
import type { CommandContext } from '../context.ts'

export async function run(context: CommandContext): Promise<void> {
  const { output, config, words, flags } = context
  const orderId = (words[0] ?? '').toLowerCase()
  const reason = givenReason(flags['reason'])
  if (!isUuid(orderId) || reason === '') throw new Failure('usage', INCOMPLETE)
  await withFleet(context, async (ledger, fleet) => {
    const person = decidingPerson(config).name
    const { debts, said } = await freeDebts(config, ledger, fleet, { orderId, person, reason })
    output.tell(said.pt, said.en)
    output.object({ order: orderId, debts })
  })
}

const INCOMPLETE = {
  pt: 'Diga o pedido e por quê: frota orders free PEDIDO --reason "o órgão recusou por …"',
  en: 'Name the order and why: frota orders free ORDER --reason "the authority refused since …"',
}
