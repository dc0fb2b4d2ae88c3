/** The plan's policy: the file that FROTA_PLAN_FILE names, or the defaults with FROTA_FRESHNESS. */
import type { Config } from '../../config.ts'
import { namedFile } from '../named-file.ts'
import { defaultPlanPolicy } from '../../reconciliation/consultations/plan-policy.ts'
import type { PlanPolicy } from '../../reconciliation/consultations/plan-policy.ts'
import { readPlanPolicy } from '../../reconciliation/consultations/read-plan-policy.ts'

/** Throws a Failure that names what to fix. */
export function planPolicyFrom(
  config: Pick<Config, 'FROTA_FRESHNESS' | 'FROTA_PLAN_FILE' | 'FROTA_FOR_CLOSE'>,
): PlanPolicy {
  const path = config.FROTA_PLAN_FILE
  const freshness = config.FROTA_FRESHNESS
  const policy =
    path === undefined
      ? defaultPlanPolicy(freshness)
      : readPlanPolicy(namedFile('FROTA_PLAN_FILE', path, 'docs/quotas.md'), freshness)
  return { ...policy, closeDays: config.FROTA_FOR_CLOSE ?? null }
}
