/** Pure. Simulated Pix: codes that read well, whose key nobody can pay to. */
import { encodePixCode } from '../../fleet/pix-code.ts'
import type { PaymentScenario } from '../payment-scenario.ts'
import { draw } from '../simulation/draw.ts'
import type { ProviderDelay } from './mock-lookup.ts'
import type { AttemptNews, Charge } from './payments.ts'

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

/** Not the form of any Pix key, and plain to whoever reads it. */
const KEY = 'SIMULADO-NAO-PAGAVEL'
const TXID_CHARACTERS = 25
/** Out of a hundred first codes, this many appear only after the provider's delay. */
const LATE_PERCENT = 40

/** A renewed code is there at once, so that nobody has a reason to renew it again. */
export function mockPixNews(
  options: MockPaymentsOptions,
  charge: Charge,
  code: 'first' | 'renewed',
): AttemptNews {
  const { plate, attempt } = charge
  const told = options.scenario.pixAppearsAfterMs?.(plate)
  if (told === 'never') return { status: 'pending' }
  const afterMs = told ?? (code === 'first' ? lateness(options, attempt.id) : 0)
  const codeAtMs = attempt.createdAtMs + afterMs
  const lifeMs = options.scenario.pixExpiresAfterMs?.(plate) ?? options.pixExpiresAfterMs
  return {
    status: 'pending',
    pixCode: simulatedCode(attempt.id, charge.totalCents),
    codeAtMs,
    pixExpiresAtMs: codeAtMs + lifeMs,
  }
}

function lateness({ seed, delay }: MockPaymentsOptions, attemptId: string): number {
  const lot = draw(seed, attemptId, 'pix')
  return lot.integer(1, 100) <= LATE_PERCENT ? lot.integer(delay.minMs, delay.maxMs) : 0
}

function simulatedCode(attemptId: string, amountCents: bigint): string {
  const code = encodePixCode({
    key: KEY,
    url: null,
    amountCents,
    merchantName: 'SIMULADO FROTA',
    merchantCity: 'SIMULADO',
    txid: `SIM${attemptId.replaceAll('-', '')}`.slice(0, TXID_CHARACTERS),
    dynamic: true,
  })
  if (!code.ok) throw new Error(`A simulated Pix code could not be written: ${code.code}.`)
  return code.value
}
