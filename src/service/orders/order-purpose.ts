/** Pure. The label of what an order pays for, in Portuguese: "IPVA, multas e licenciamento". */
import type { DebtGroup } from '../../contract/debt-item.ts'

const WORDS = {
  ipva: 'IPVA',
  licensing: 'licenciamento',
  ticket: 'multas',
  insurance: 'seguro',
  service: 'serviços',
  other: 'outros débitos',
} as const satisfies Record<DebtGroup, string>

export function orderPurpose(groups: readonly DebtGroup[]): string {
  const words = new Set(groups.map((group) => WORDS[group]))
  const text = new Intl.ListFormat('pt-BR').format(words)
  return text.charAt(0).toUpperCase() + text.slice(1)
}
