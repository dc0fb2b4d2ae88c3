/** Faults of simulated payments, chosen by plate alone, so that every read gets the same. */
import type { PaymentScenario } from '../payment-scenario.ts'
import type { Fault, FaultName, FaultOf } from './fault.ts'
import type { CoverageException, Rule } from './scenario.ts'

/** Ten years: longer than any test waits, and still a valid date. */
const NEVER_MS = 315_360_000_000
const RETRY_AFTER_MS = 1_000

export function paymentFaults(
  rules: readonly Rule[],
  coverage: readonly CoverageException[],
): PaymentScenario {
  const find = <Name extends FaultName>(name: Name, plate: string): FaultOf<Name> | undefined => {
    const named = (fault: Fault): fault is Extract<Fault, FaultOf<Name>> => fault.fault === name
    const rule = rules.find(({ when, fault }) => named(fault) && plate.startsWith(when.plate ?? ''))
    return rule !== undefined && named(rule.fault) ? rule.fault : undefined
  }
  const unpaid = new Set<string>(
    coverage.filter((each) => each.payment === false).map(({ uf }) => uf),
  )
  const refused = (status: 409 | 422 | 429 | 503, detail: string) =>
    ({ outcome: 'refused', status, detail, retryAfterMs: RETRY_AFTER_MS }) as const
  return {
    refuses: ({ plate, uf }) => {
      if (unpaid.has(uf)) return refused(422, 'Pagamento não oferecido neste estado.')
      const fault = find('payment-refused', plate)
      return fault && refused(fault.status ?? 422, 'Pagamento recusado pelo provedor.')
    },
    pixAppearsAfterMs: (plate) =>
      find('pix-never', plate) ? 'never' : find('pix-slow', plate)?.ms,
    pixExpiresAfterMs: (plate) => (find('pix-expired', plate) ? 0 : undefined),
    boletoPaid: (plate) => (find('boleto-unpaid', plate) ? false : undefined),
    cardOutcome: (plate) => find('card-outcome', plate)?.outcome,
    settlementDelayMs: (plate) =>
      find('settlement-stuck', plate) ? NEVER_MS : find('settlement-slow', plate)?.ms,
    refusedItems: ({ plate, items }) => {
      const fault = find('settlement-refused', plate)
      const ids = items.map(({ debtItemId }) => debtItemId)
      return fault && (fault.items === 'all' ? ids : ids.slice(0, 1))
    },
  }
}
