/** The settings that name files or receivers of notices, read as a night reads them. */
import type { Config } from '../../config.ts'
import { receiversOf } from '../notices/receivers.ts'
import { NOTHING_EDITED, orderPolicyOf } from '../orders/order-policy-file.ts'
import { orderStatusesFrom } from '../order-statuses-file.ts'
import { planPolicyFrom } from '../plan/plan-file.ts'
import { failed, ok, type Finding } from './finding.ts'

type Read = (config: Config) => unknown

const READERS = {
  FROTA_NOTIFY: receiversOf,
  FROTA_PLAN_FILE: planPolicyFrom,
  FROTA_ORDER_POLICY_FILE: (config) => orderPolicyOf(config, NOTHING_EDITED),
  FROTA_ORDER_STATUSES_FILE: orderStatusesFrom,
} as const satisfies Partial<Record<keyof Config, Read>>

export async function checkSettings(config: Config): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const read of Object.values<Read>(READERS)) {
    try {
      await read(config)
    } catch (error) {
      findings.push(failed('settings', error))
    }
  }
  if (findings.length > 0) return findings
  const given = Object.entries(config).filter(([name, value]) => name in READERS && value)
  const named = given.map(([name]) => name).join(', ')
  return [ok('settings', named || 'nenhum arquivo', named || 'no files')]
}
