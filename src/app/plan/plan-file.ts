/** The plan's policy: the file that FROTA_PLAN_FILE names, or the defaults with FROTA_FRESHNESS. */
import type { Config } from '../../config.ts'
import { namedFile } from '../named-file.ts'
import { defaultPlanPolicy } from '../../reconciliation/consultations/plan-policy.ts'
import type { PlanPolicy } from '../../reconciliation/consultations/plan-policy.ts'

/** Throws a Failure that names what to fix. The reader of a file is loaded only when there is one. */
export async function planPolicyFrom(
  config: Pick<Config, 'FROTA_FRESHNESS' | 'FROTA_PLAN_FILE' | 'FROTA_FOR_CLOSE'>,
): Promise<PlanPolicy> {
  const { FROTA_PLAN_FILE: path, FROTA_FRESHNESS: freshness } = config
  const policy = path === undefined ? defaultPlanPolicy(freshness) : await read(path, freshness)
  return { ...policy, closeDays: config.FROTA_FOR_CLOSE ?? null }
}

async function read(path: string, freshness: Config['FROTA_FRESHNESS']): Promise<PlanPolicy> {
  const reader = await import('../../reconciliation/consultations/read-plan-policy.ts')
  return reader.readPlanPolicy(namedFile('FROTA_PLAN_FILE', path), freshness)
}
