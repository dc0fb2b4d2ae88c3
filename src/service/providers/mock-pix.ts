/** Simulated Pix: codes that read well, whose key nobody can pay to. */
import { encodePixCode } from '../../fleet/pix-code.ts'
import { draw } from '../simulation/draw.ts'
import type { ProviderDelay } from './mock-lookup.ts'
import type { PixCharges } from './pix-charges.ts'

export interface MockPixOptions {
  readonly seed: number
  readonly delay: ProviderDelay
  readonly expiresAfterMs: number
}

/** Not the form of any Pix key, and plain to whoever reads it. */
const KEY = 'SIMULADO-NAO-PAGAVEL'
const TXID_CHARACTERS = 25
/** Out of a hundred codes, this many appear only after the provider's delay. */
const LATE_PERCENT = 40

export function mockPix(options: MockPixOptions): PixCharges {
  return {
    mode: 'mock',
    sandbox: true,
    issue: async ({ attemptId, amountCents, nowMs }) => {
      const lot = draw(options.seed, attemptId, 'pix')
      const isLate = lot.integer(1, 100) <= LATE_PERCENT
      const { minMs, maxMs } = options.delay
      const codeAtMs = isLate ? nowMs + lot.integer(minMs, maxMs) : nowMs
      return {
        code: simulatedCode(attemptId, amountCents),
        codeAtMs,
        expiresAtMs: codeAtMs + options.expiresAfterMs,
      }
    },
  }
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
