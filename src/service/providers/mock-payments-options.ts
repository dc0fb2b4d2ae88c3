/** What the simulated provider of payments is told of its world. */
import type { PaymentScenario } from '../payment-scenario.ts'
import type { ProviderDelay } from './mock-lookup.ts'

export interface MockPaymentsOptions {
  readonly seed: number
  /** How long a late Pix code takes to appear. */
  readonly delay: ProviderDelay
  /** How long each step of settling takes. */
  readonly settlement: ProviderDelay
  readonly pixExpiresAfterMs: number
  readonly timeZone: string
  readonly scenario: PaymentScenario
}
