/** The port to whoever issues Pix codes. */
import type { Mode } from '../../contract/health.ts'

interface PixRequest {
  readonly attemptId: string
  readonly amountCents: bigint
  readonly nowMs: number
}

/** `code` may be shown from `codeAtMs` on: a provider may take a while to make one. */
export interface PixIssue {
  readonly code: string
  readonly codeAtMs: number
  readonly expiresAtMs: number
}

export interface PixCharges {
  readonly mode: Mode
  /** True where a payment may be simulated. */
  readonly sandbox: boolean
  issue(request: PixRequest): Promise<PixIssue>
}
