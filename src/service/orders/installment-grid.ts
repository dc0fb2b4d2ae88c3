/** Pure. What a card payment comes to in 1 to 12 instalments. */
import { INSTALLMENTS_MAX } from '../../contract/limits.ts'

export interface InstallmentRow {
  readonly installments: number
  readonly eachCents: bigint
  /** The sum of the instalments, which are all equal. */
  readonly totalCents: bigint
}

/** 1.50 % of the total for each instalment after the first; one instalment costs nothing more. */
const INTEREST_OF_TEN_THOUSAND = 150n
const WHOLE = 10_000n

export function installmentGrid(totalCents: bigint): InstallmentRow[] {
  return Array.from({ length: INSTALLMENTS_MAX }, (_, index) => {
    const count = BigInt(index + 1)
    const charged = totalCents * (WHOLE + INTEREST_OF_TEN_THOUSAND * (count - 1n))
    // Rounded up to the cent, so that the instalments never fall short of the amount.
    const eachCents = (charged + WHOLE * count - 1n) / (WHOLE * count)
    return { installments: index + 1, eachCents, totalCents: eachCents * count }
  })
}
