/** What licensing must be paid together with; the contract has one `depends_on` for an item. */
import type { Profile } from './profile.ts'
import type { WorldDebt } from './world-debt.ts'

/** `dependsOn` is a position in the same list. */
export type AnsweredDebt = WorldDebt & { readonly dependsOn: number | null }

/**
 * Licensing is granted after the tax: it hangs on the newest tax of an earlier year, else on the
 * single payment while that is not due, else on the last instalment, else on the single payment.
 * Where a state waits for fines too and no tax is open, it hangs on the oldest payable fine; of
 * several debts only the first in this order can be named.
 */
export function withDependencies(
  profile: Profile,
  debts: readonly WorldDebt[],
  today: string,
): AnsweredDebt[] {
  const payable = debts.map((debt, at) => ({ debt, at })).filter(({ debt }) => debt.isPayable)
  const uniques = payable.filter(({ debt }) => debt.kind === 'ipva_unique')
  const partner =
    payable.findLast(({ debt }) => debt.kind === 'ipva') ??
    uniques.find(({ debt }) => (debt.dueDate ?? today) >= today) ??
    payable.findLast(({ debt }) => debt.kind === 'ipva_installment') ??
    uniques[0] ??
    (profile.rules.licensingWaitsForFines ? payable.find(isFine) : undefined)
  const dependsOn = partner?.at ?? null
  return debts.map((debt) => ({
    ...debt,
    dependsOn: debt.kind === 'licensing' ? dependsOn : null,
  }))
}

function isFine({ debt }: { readonly debt: WorldDebt }): boolean {
  return debt.kind === 'ticket' || debt.kind === 'renainf_ticket'
}
