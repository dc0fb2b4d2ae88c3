/** What a person's decision about proposals needs, whether it was typed or clicked. */
import { wallClock } from '../../clock.ts'
import type { Config } from '../../config.ts'
import type { Fleet } from '../../ledger/fleets/fleets.ts'
import type { DecidingTools, Person } from '../../reconciliation/orders/deciding/decide-plan.ts'
import type { WithdrawingTools } from '../../reconciliation/orders/deciding/withdraw-approval.ts'
import type { OpenLedger } from '../ledger/open-ledger.ts'
import { planPolicyFrom } from '../plan/plan-file.ts'
import { journaledEpochs } from './journaled-epochs.ts'
import { notePolicy } from './note-policy.ts'
import { orderPolicyOf } from './order-policy-file.ts'

export async function decidingTools(
  config: Config,
  ledger: OpenLedger,
  fleet: Fleet,
  person: Pick<Person, 'name'>,
): Promise<DecidingTools> {
  const { id: fleetId, accountId } = fleet
  const policy = await orderPolicyOf(config, ledger)
  // The audit log must also show under which limits the person decided.
  await notePolicy(ledger, policy, { kind: 'person', name: person.name })
  const zone = config.FROTA_TIME_ZONE
  const planPolicy = await planPolicyFrom(config)
  return { ...ledger.stores, fleetId, accountId, policy, planPolicy, clock: wallClock, zone }
}

export async function withdrawingTools(
  config: Config,
  ledger: OpenLedger,
  { id: fleetId }: Fleet,
): Promise<WithdrawingTools> {
  const journaled = await journaledEpochs(config, ledger)
  return { ...ledger.stores, fleetId, clock: wallClock, journaled }
}
