/** What the simulated authorities know of one debt. */
import type { DebtKind } from '../../fleet/debt-kind.ts'

export interface WorldDebt {
  readonly kind: DebtKind
  readonly year: number
  readonly description: string
  readonly amountCents: bigint
  /** YYYY-MM-DD, null when the authority does not inform it. */
  readonly dueDate: string | null
  readonly isPayable: boolean
}

export interface WorldVehicle {
  /** Eleven digits. */
  readonly renavam: string
  readonly uf: string
  readonly plate: string
}
