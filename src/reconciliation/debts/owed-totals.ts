/**
 * Pure. What a vehicle owes, counted once: each shown debt is owed, or an alternative that does not
 * count, or paid and awaiting settlement, or settled since the answer.
 */
import { ipvaAlternatives } from './ipva-alternatives.ts'
import type { IpvaDebt, IpvaPolicy, IpvaYear } from './ipva-alternatives.ts'

export type OwedStanding = 'owed' | 'alternative' | 'awaiting-settlement' | 'settled'

export interface Owed<D extends IpvaDebt> {
  /** The shown debts, in the order given. */
  readonly debts: readonly { readonly debt: D; readonly standing: OwedStanding }[]
  readonly owedCents: bigint
  readonly alternativeCents: bigint
  readonly awaitingCents: bigint
  readonly ipva: readonly IpvaYear<D>[]
}

/** `debts`: all known ones of one vehicle (ipva-alternatives.ts says why). */
export function owedTotals<D extends IpvaDebt>(debts: readonly D[], policy: IpvaPolicy): Owed<D> {
  const ipva = ipvaAlternatives(debts, policy)
  const notChosen = new Set<string>()
  for (const { ways, chosen } of ipva) {
    const others = Object.entries(ways).filter(([way]) => way !== chosen)
    for (const debt of others.flatMap(([, group]) => group)) notChosen.add(debt.id)
  }
  const standingOf = (debt: D): OwedStanding => {
    if (debt.state === 'settled') return 'settled'
    if (debt.state === 'paid') return 'awaiting-settlement'
    return notChosen.has(debt.id) ? 'alternative' : 'owed'
  }
  const shown = debts
    .filter((debt) => debt.shown)
    .map((debt) => ({ debt, standing: standingOf(debt) }))
  const sum = (standing: OwedStanding): bigint =>
    shown
      .filter((each) => each.standing === standing)
      .reduce((cents, { debt }) => cents + debt.amountCents, 0n)
  return {
    debts: shown,
    owedCents: sum('owed'),
    alternativeCents: sum('alternative'),
    awaitingCents: sum('awaiting-settlement'),
    ipva,
  }
}
