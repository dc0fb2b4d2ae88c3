/** The simulated payments, of which a test may replace any part while the service runs. */
import type { PaymentScenario } from '../../../src/service/payment-scenario.ts'
import { mockPayments } from '../../../src/service/providers/mock-payments.ts'
import type { ProviderDelay } from '../../../src/service/providers/mock-lookup.ts'
import type { Payments } from '../../../src/service/providers/payments.ts'
import { MINUTE_MS } from './open-service.ts'

interface ScriptedPayments extends Payments {
  /** What replaces a part, until it is taken away. */
  script: Partial<Payments>
  /** How often each part was asked. */
  readonly asked: Record<'open' | 'renewPix' | 'payCard' | 'simulatePix' | 'follow', number>
}

const A_MINUTE: ProviderDelay = { minMs: MINUTE_MS, maxMs: MINUTE_MS }

/** `settlement`: how long each step of settling takes. */
export function simulatedPayments(scenario: PaymentScenario, settlement = A_MINUTE): Payments {
  return mockPayments({
    seed: 1,
    delay: { minMs: 300, maxMs: 2_000 },
    settlement,
    pixExpiresAfterMs: 10 * MINUTE_MS,
    timeZone: 'America/Sao_Paulo',
    scenario,
  })
}

export function scriptedPayments(mode: 'mock' | 'live' = 'mock'): ScriptedPayments {
  const base = simulatedPayments({})
  const asked = { open: 0, renewPix: 0, payCard: 0, simulatePix: 0, follow: 0 }
  const part = (name: keyof typeof asked): Payments => {
    asked[name] += 1
    return { ...base, ...scripted.script }
  }
  const scripted: ScriptedPayments = {
    mode,
    sandbox: true,
    script: {},
    asked,
    refuses: (charge) => ({ ...base, ...scripted.script }).refuses(charge),
    open: (charge, nowMs, note) => part('open').open(charge, nowMs, note),
    renewPix: (charge, nowMs) => part('renewPix').renewPix(charge, nowMs),
    payCard: (charge, card, nowMs) => part('payCard').payCard(charge, card, nowMs),
    simulatePix: (charge, nowMs) => part('simulatePix').simulatePix(charge, nowMs),
    follow: (charge, nowMs, note) => part('follow').follow(charge, nowMs, note),
  }
  return scripted
}
