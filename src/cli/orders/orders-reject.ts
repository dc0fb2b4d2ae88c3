/** `frota orders reject`: ends proposals; one person is enough, whatever the policy says. */
import { PLANS_LISTED_MAX } from '../../ledger/orders/plans.ts'
import { decidePlan } from '../../reconciliation/orders/deciding/decide-plan.ts'
import type { CommandContext } from '../context.ts'
import { decidingPerson } from '../../app/access/deciding-person.ts'
import { decidingTools } from '../../app/orders/deciding-tools.ts'
import { decideNamed } from './decide-named.ts'
import { decisionReason } from '../typed-words.ts'
import { namedPlans } from './named-plans.ts'
import { withFleet } from '../../app/ledger/with-fleet.ts'

export async function run(context: CommandContext): Promise<void> {
  await withFleet(context, async (ledger, fleet) => {
    const listed = await ledger.stores.plans.list(fleet.id, PLANS_LISTED_MAX)
    const plans = namedPlans(context, listed)
    const tools = await decidingTools(context.config, ledger, fleet, decidingPerson(context.config))
    const how = { verdict: 'reject', reason: decisionReason(context) } as const
    await decideNamed(context, plans, (of) => decidePlan(tools, { ...of, ...how }))
  })
}
