/** The plan's policy: the file that FROTA_PLAN_FILE names, or the defaults with FROTA_FRESHNESS. */
import { readFileSync } from 'node:fs'
import type { Config } from '../config.ts'
import { Failure } from '../failure.ts'
import { defaultPlanPolicy } from '../reconciliation/consultations/plan-policy.ts'
import type { PlanPolicy } from '../reconciliation/consultations/plan-policy.ts'
import { readPlanPolicy } from '../reconciliation/consultations/read-plan-policy.ts'

/** Throws a Failure that names what to mend. */
export function planPolicyFrom(
  config: Pick<Config, 'FROTA_FRESHNESS' | 'FROTA_PLAN_FILE'>,
): PlanPolicy {
  const path = config.FROTA_PLAN_FILE
  if (path === undefined) return defaultPlanPolicy(config.FROTA_FRESHNESS)
  return readPlanPolicy(contentOf(path), config.FROTA_FRESHNESS)
}

function contentOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw new Failure(
      'configuration',
      {
        pt: `FROTA_PLAN_FILE: ${path} não pode ser lido; indique um arquivo JSON (docs/quotas.md).`,
        en: `FROTA_PLAN_FILE: ${path} cannot be read; give the path of a JSON file (docs/quotas.md).`,
      },
      { cause },
    )
  }
}
