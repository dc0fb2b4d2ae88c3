/** Totals of an account: its vehicles and its orders. */
import { Type, type Static } from 'typebox'
import { ORDER_METHODS, ORDER_STATUSES } from './order.ts'
import { Amount, openWord } from './scalar.ts'

const Count = Type.Integer({ minimum: 0 })

/** The five states add up to `total`; only active vehicles count. */
const vehicleCounts = {
  total: Count,
  with_debts: Count,
  clear: Count,
  never_consulted: Count,
  pending: Count,
  failed: Count,
  open_debts_count: Count,
  open_debts_amount: Amount,
}

export const VehicleSummary = Type.Object({
  ...vehicleCounts,
  by_uf: Type.Array(Type.Object({ uf: Type.String(), ...vehicleCounts })),
})
export type VehicleSummary = Static<typeof VehicleSummary>

const orderCounts = {
  count: Count,
  debts_amount: Amount,
  service_fee: Amount,
  total_amount: Amount,
  refunded_amount: Amount,
}

export const OrderSummary = Type.Object({
  ...orderCounts,
  by_status: Type.Array(Type.Object({ status: openWord(ORDER_STATUSES), ...orderCounts })),
  by_method: Type.Array(Type.Object({ method: openWord(ORDER_METHODS), ...orderCounts })),
})
export type OrderSummary = Static<typeof OrderSummary>
