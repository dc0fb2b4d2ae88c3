/** `frota orders reject`: ends proposals; one person is enough, whatever the policy says. */
import { PLANS_LISTED_MAX } from '../../ledger/plans.ts'
import type { CommandContext } from '../context.ts'
import { decideNamed, decidingTools } from './decide-named.ts'
import { namedPlans } from './named-plans.ts'
import { withFleet } from '../fleet/read-fleet.ts'

/** Characters of a reason; it is kept with the plan and in the audit log. */
const REASON_CHARACTERS_MAX = 300

export async function run(context: CommandContext): Promise<void> {
  const { reason } = context.flags
  await withFleet(context, async (ledger, fleet) => {
    const standing = await ledger.stores.plans.list(fleet.id, PLANS_LISTED_MAX)
    const given = typeof reason === 'string' ? reason.trim().slice(0, REASON_CHARACTERS_MAX) : ''
    const how = { verdict: 'reject', ...(given === '' ? {} : { reason: given }) } as const
    await decideNamed(
      context,
      await decidingTools(context, ledger, fleet),
      namedPlans(context, standing),
      how,
    )
  })
}
