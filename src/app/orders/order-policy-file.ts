/** The order policy: the file that FROTA_ORDER_POLICY_FILE names, with what the options override. */
import type { Config } from '../../config.ts'
import type { OrderPolicy } from '../../reconciliation/orders/policy/order-policy.ts'
import { readOrderPolicy } from '../../reconciliation/orders/policy/read-order-policy.ts'
import { namedFile } from '../named-file.ts'

const NO_FILE = '{}'

/** Throws a Failure that names what to fix. */
export function orderPolicyFrom(
  config: Pick<Config, 'FROTA_ORDER_METHOD' | 'FROTA_APPROVE_UP_TO' | 'FROTA_ORDER_POLICY_FILE'>,
): OrderPolicy {
  const path = config.FROTA_ORDER_POLICY_FILE
  const text =
    path === undefined
      ? NO_FILE
      : namedFile('FROTA_ORDER_POLICY_FILE', path, 'docs/order-policy.md')
  return readOrderPolicy(text, {
    method: config.FROTA_ORDER_METHOD,
    approveUpToCents: config.FROTA_APPROVE_UP_TO,
  })
}
