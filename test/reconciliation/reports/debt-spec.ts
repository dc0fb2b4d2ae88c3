/** A debt that the ledger's builder plants, and what its rows say of it. */
export interface DebtSpec {
  kind?: string
  grp?: string
  description?: string
  year?: number | null
  due?: string | null
  cents: number
  previous?: number
  payable?: boolean
  state?: string
  /** Seen only in the former campaign. */
  former?: boolean
  /** Not in the newest answer, but in the former one. */
  gone?: boolean
  /** Index of the partner among this vehicle's debts. */
  dependsOn?: number
}

export function isFormer(debt: DebtSpec): boolean {
  return debt.former === true || debt.gone === true || debt.previous !== undefined
}

export function changeOf(debt: DebtSpec): string {
  if (!isFormer(debt)) return 'new'
  return debt.previous === undefined ? 'same' : 'changed'
}

export function sum(debts: readonly DebtSpec[], which: 'cents' | 'previous'): number {
  return debts.reduce((total, debt) => total + (debt[which] ?? debt.cents), 0)
}

export function wordsOf(debt: DebtSpec): Record<string, unknown> {
  return {
    kind: debt.kind ?? 'ticket',
    grp: debt.grp ?? 'ticket',
    description: debt.description ?? 'Multa',
    year: debt.year === undefined ? 2026 : debt.year,
    due_date: debt.due ?? null,
  }
}
