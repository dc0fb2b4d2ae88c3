/** The kinds of effects that a simulated process performs; another one is one more line. */
import type { EffectStage } from '../../src/effects/stage.ts'
import type { AnyStage, DutyTools } from './duties.ts'
import { consultStage } from '../../src/reconciliation/consultations/ask-consultation.ts'
import { orderStage } from '../../src/reconciliation/orders/place-order.ts'
import { registerStage } from '../../src/reconciliation/vehicles/register-vehicle.ts'

export function openStages(tools: DutyTools): AnyStage[] {
  const { buckets } = tools
  const all = { ...tools, ...tools.stores }
  return [
    anyStage(registerStage(all)),
    anyStage(consultStage({ ...all, bucket: buckets.consultations, clientOf: () => tools.client })),
    anyStage(orderStage({ ...all, bucket: buckets.orders })),
  ]
}

/** The one place where a stage's own types are forgotten: the engine gives back what it got. */
function anyStage<Prepared, Reply, Thing>(stage: EffectStage<Prepared, Reply, Thing>): AnyStage {
  return stage as unknown as AnyStage
}
