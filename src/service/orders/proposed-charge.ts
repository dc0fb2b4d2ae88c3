/** The charge that an order would make, for asking the provider whether it would take it. */
import type { OrderMethod } from '../../contract/order.ts'
import type { ProposedCharge } from '../providers/payments.ts'
import type { ServiceTools } from '../service-tools.ts'
import type { AccountScope } from '../tenants/authenticate.ts'
import type { OrderVerdict } from './judge-order.ts'
import { ownedBy } from '../tenants/owned-by.ts'

export type JudgedItems = Extract<OrderVerdict, { ok: true }>

export async function proposedCharge(
  tools: ServiceTools,
  scope: AccountScope,
  judged: JudgedItems,
  method: OrderMethod,
): Promise<ProposedCharge> {
  const vehicle = await tools.db
    .selectFrom('service.vehicle')
    .select(['plate', 'uf'])
    .where('id', '=', judged.vehicleId)
    .where(ownedBy(scope))
    .executeTakeFirstOrThrow()
  return {
    ...vehicle,
    method,
    debtsCents: judged.debtsCents,
    totalCents: judged.debtsCents + scope.serviceFeeCents,
    items: judged.items.map((item) => ({
      debtItemId: item.id,
      providerReference: item.provider_reference,
      amountCents: item.amount_cents,
    })),
  }
}
