/** `frota orders withdraw`: takes approvals back, the policy's too, while nothing was sent. */
import { wallClock } from '../../clock.ts'
import { readIntents } from '../../database/journal.ts'
import { latestIntents } from '../../effects/recover-effects.ts'
import { PLANS_LISTED_MAX } from '../../ledger/orders/plans.ts'
import { withdrawApproval } from '../../reconciliation/orders/deciding/withdraw-approval.ts'
import type { CommandContext } from '../context.ts'
import { decideNamed } from './decide-named.ts'
import { decisionReason } from './decision-reason.ts'
import { namedPlans } from './named-plans.ts'
import { withFleet } from '../../app/ledger/with-fleet.ts'

export async function run(context: CommandContext): Promise<void> {
  await withFleet(context, async ({ stores, database }, fleet) => {
    const listed = await stores.plans.list(fleet.id, PLANS_LISTED_MAX)
    const plans = namedPlans(context, listed)
    // A server's commit is durable, so it has no journal.
    const intents =
      database.engine === 'pglite' ? await readIntents(context.config.FROTA_DATA_DIR) : []
    const journaled = new Map(
      latestIntents(intents).map(({ effectId, epoch }) => [effectId, epoch]),
    )
    const tools = { ...stores, fleetId: fleet.id, clock: wallClock, journaled }
    const reason = decisionReason(context)
    await decideNamed(context, plans, (of) => withdrawApproval(tools, { ...of, reason }))
  })
}
