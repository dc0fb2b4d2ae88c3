/** Pure but for the clock. The quota of credentials that no run has used yet. */
import { wallClock } from '../../clock.ts'
import type { Config } from '../../config.ts'
import { holdMs } from '../../ledger/quota/quota-rule.ts'
import type { BucketFacts, BucketSettings } from '../../ledger/quota/quota.ts'
import { consultationBucket, orderBucket } from '../../quota/bucket-settings.ts'
import { usualLatencyMs } from '../../reconciliation/consultations/expect-answers.ts'
import type { ForecastBucket } from '../../reconciliation/consultations/forecast.ts'
import { freshBucket } from '../../reconciliation/consultations/make-outlook.ts'

export interface Budgets {
  /** One for each credential. */
  readonly consultations: readonly ForecastBucket[]
  readonly orders: ForecastBucket
  readonly latencyMs: number
}

export function freshBudgets(config: Config): Budgets {
  const budget = { simulated: true, scale: 1 / config.FROTA_TEST_SCALE }
  const perHour = config.FROTA_CONSULTATIONS_PER_HOUR
  const used = factsOf(consultationBucket({ ...budget, credential: '', perHour }))
  const orders = orderBucket({ ...budget, service: '', perHour: config.FROTA_ORDERS_PER_HOUR })
  const latencyMs = usualLatencyMs([])
  return { consultations: [freshBucket(used)], orders: factsOf(orders), latencyMs }
}

/** Facts of a bucket that no run has created yet. */
function factsOf(settings: BucketSettings): BucketFacts {
  const { name, unitsMax: max } = settings
  const nowMs = wallClock.now()
  const unused = { used: 0, free: max, nextFreeAtMs: nowMs, freeAtsMs: [], throttles: 0 }
  return { bucket: name, nowMs, max, holdMs: holdMs(settings), ...unused }
}
