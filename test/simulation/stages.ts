/** The kinds of effects that a simulated process performs; another one is one more line. */
import type { AnyStage, DutyTools } from './duties.ts'
import { consultStage } from '../../src/reconciliation/consultations/ask-consultation.ts'
import { orderStage } from '../../src/reconciliation/orders/placing/place-order.ts'
import { registerStage } from '../../src/reconciliation/vehicles/register-vehicle.ts'

export function openStages(tools: DutyTools): AnyStage[] {
  const { buckets } = tools
  const all = { ...tools, ...tools.stores }
  // The engine gives a stage back what it got from it, so its own types may be forgotten here.
  return [
    registerStage(all),
    consultStage({ ...all, bucket: buckets.consultations, clientOf: () => tools.client }),
    orderStage({ ...all, bucket: buckets.orders }),
  ]
}
