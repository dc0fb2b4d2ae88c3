/** Pure. The charge that an order would make, for asking the provider whether it would take it. */
import type { OrderMethod } from '../../contract/order.ts'
import type { ProposedCharge } from '../providers/payments.ts'
import type { OrderVerdict } from './judge-order.ts'

export type JudgedItems = Extract<OrderVerdict, { ok: true }>

export function proposedCharge(
  { plate, uf, debtsCents, items }: JudgedItems,
  method: OrderMethod,
  serviceFeeCents: bigint,
): ProposedCharge {
  return {
    plate,
    uf,
    method,
    debtsCents,
    totalCents: debtsCents + serviceFeeCents,
    items: items.map((item) => ({
      debtItemId: item.id,
      providerReference: item.provider_reference,
    })),
  }
}
