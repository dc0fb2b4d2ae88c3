/** What a service's statuses mean: ours, and those of the file that FROTA_ORDER_STATUSES_FILE names. */
import type { Config } from '../config.ts'
import { defaultOrderStatuses, readOrderStatuses } from '../reconciliation/orders/order-statuses.ts'
import type { OrderStatuses } from '../reconciliation/orders/order-statuses.ts'
import { namedFile } from './named-file.ts'

/** Throws a Failure that names what to fix. */
export function orderStatusesFrom(
  config: Pick<Config, 'FROTA_ORDER_STATUSES_FILE'>,
): OrderStatuses {
  const path = config.FROTA_ORDER_STATUSES_FILE
  if (path === undefined) return defaultOrderStatuses
  return readOrderStatuses(namedFile('FROTA_ORDER_STATUSES_FILE', path))
}
