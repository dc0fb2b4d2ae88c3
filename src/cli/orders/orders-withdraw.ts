/** `frota orders withdraw`: takes approvals back, the policy's too, while nothing was sent. */
import { PLANS_LISTED_MAX } from '../../ledger/orders/plans.ts'
import { withdrawApproval } from '../../reconciliation/orders/deciding/withdraw-approval.ts'
import type { CommandContext } from '../context.ts'
import { decideNamed } from './decide-named.ts'
import { decisionReason } from '../typed-words.ts'
import { namedPlans } from './named-plans.ts'
import { withdrawingTools } from '../../app/orders/deciding-tools.ts'
import { withFleet } from '../../app/ledger/with-fleet.ts'

export async function run(context: CommandContext): Promise<void> {
  await withFleet(context, async (ledger, fleet) => {
    const listed = await ledger.stores.plans.list(fleet.id, PLANS_LISTED_MAX)
    const plans = namedPlans(context, listed)
    const tools = await withdrawingTools(context.config, ledger, fleet)
    const reason = decisionReason(context)
    await decideNamed(context, plans, (of) => withdrawApproval(tools, { ...of, reason }))
  })
}
