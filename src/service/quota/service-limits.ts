/** The budgets of part 8 of the interface, as an operator may set them. */
import type { Budget } from '../tables.ts'
import { CONSULTATIONS_PER_HOUR, ORDER_REQUESTS_PER_HOUR } from '../../contract/limits.ts'

/** `rolling`: any 60 minutes; `fixed`: each full hour; `bucket`: a token bucket. */
export type WindowKind = 'rolling' | 'fixed' | 'bucket'

export interface ServiceLimits {
  readonly consultationsPerHour: number
  readonly ordersPerHour: number
  readonly windowKind: WindowKind
  /** An hour; shorter only so that tests need not wait. */
  readonly windowMs: number
  /** Whether a request that is refused after it was counted (a 4xx) stays counted. */
  readonly countRefused: boolean
  /** Calls with a wrong key from one address; further ones get 429 until the minute ends. */
  readonly failedKeysPerMinute: number
}

/** How many requests of a budget fit into a window. */
export function limitOf(limits: ServiceLimits, budget: Budget): number {
  return budget === 'orders' ? limits.ordersPerHour : limits.consultationsPerHour
}

export const serviceLimits: ServiceLimits = {
  consultationsPerHour: CONSULTATIONS_PER_HOUR,
  ordersPerHour: ORDER_REQUESTS_PER_HOUR,
  windowKind: 'rolling',
  windowMs: 3_600_000,
  countRefused: true,
  failedKeysPerMinute: 30,
}
