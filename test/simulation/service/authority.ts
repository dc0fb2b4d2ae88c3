/** The debts of a simulated fleet, and how they change while nobody looks. */
import type { Random } from '../../../src/random.ts'
import type { AuthorityDebt } from './state.ts'

/** Few amounts, so that different debts often cost the same. */
const AMOUNTS_CENTS = [10_000n, 10_000n, 19_523n, 25_000n]
const YEAR = 2026

interface Kind {
  readonly kind: string
  readonly group: string
  readonly description: string
}

const KINDS: readonly Kind[] = [
  { kind: 'ticket', group: 'ticket', description: 'MULTA EXCESSO DE VELOCIDADE' },
  { kind: 'ticket', group: 'ticket', description: 'MULTA ESTACIONAMENTO' },
  { kind: 'licensing', group: 'licensing', description: 'LICENCIAMENTO' },
  { kind: 'ipva_unique', group: 'ipva', description: 'IPVA COTA UNICA' },
  { kind: 'ipva_installment', group: 'ipva', description: 'IPVA PARCELA 1' },
  { kind: 'renainf_ticket', group: 'ticket', description: 'RENAINF' },
]
const DUE_DATES = ['2026-11-30', '2026-12-10', '2027-01-15', null]

export function drawOf<T>(random: Random, all: readonly T[]): T {
  const drawn = all[Math.floor(random.next() * all.length)]
  if (drawn === undefined) throw new Error('There is nothing to draw from.')
  return drawn
}

export function drawDebts(random: Random, renavam: string, count: number): AuthorityDebt[] {
  const debts: AuthorityDebt[] = []
  for (let index = 0; index < count; index += 1) debts.push(drawDebt(random, renavam, debts))
  return debts
}

/** Two equal tickets are two debts; whatever is not a ticket exists once a year. */
export function drawDebt(
  random: Random,
  renavam: string,
  others: readonly AuthorityDebt[],
): AuthorityDebt {
  const isFree = ({ kind, group }: Kind): boolean =>
    group === 'ticket' || !others.some((other) => other.kind === kind)
  const { kind, group, description } = drawOf(random, KINDS.filter(isFree))
  const partner = others.find((other) => other.group === 'licensing')
  return {
    id: Math.floor(random.next() * 2 ** 32),
    renavam,
    kind,
    group,
    description,
    year: YEAR,
    dueDate: drawOf(random, DUE_DATES),
    amountCents: drawOf(random, AMOUNTS_CENTS),
    isPayable: random.next() < 0.93,
    dependsOn: group === 'ticket' && random.next() < 0.1 ? (partner ?? null) : null,
    settled: false,
  }
}
