/** The kinds and groups of debts that the interface names (section 2, Debt item). */

export const DEBT_KINDS = [
  'ipva',
  'ipva_unique',
  'ipva_installment',
  'licensing',
  'ticket',
  'renainf_ticket',
  'insurance',
  'service',
  'other',
] as const

export type DebtKind = (typeof DEBT_KINDS)[number]

export const DEBT_GROUPS = ['ipva', 'licensing', 'ticket', 'insurance', 'service', 'other'] as const

export type DebtGroup = (typeof DEBT_GROUPS)[number]

export const groupOfKind = {
  ipva: 'ipva',
  ipva_unique: 'ipva',
  ipva_installment: 'ipva',
  licensing: 'licensing',
  ticket: 'ticket',
  renainf_ticket: 'ticket',
  insurance: 'insurance',
  service: 'service',
  other: 'other',
} as const satisfies Record<DebtKind, DebtGroup>

export function isDebtKind(text: string): text is DebtKind {
  return Object.hasOwn(groupOfKind, text)
}

export function isDebtGroup(text: string): text is DebtGroup {
  return DEBT_GROUPS.some((group) => group === text)
}
