/**
 * Pure. For one vehicle the IPVA of a year may be shown as single payment, as instalments and as
 * assessed. They are alternatives of which one is owed; nothing in the interface links them.
 */
import type { Debt } from '../../ledger/debts/debts.ts'

type IpvaWay = 'single' | 'instalments' | 'assessed'

/** The part of a debt that the choice depends on. */
export type IpvaDebt = Pick<
  Debt,
  'id' | 'kind' | 'year' | 'dueDate' | 'amountCents' | 'state' | 'shown'
>

export interface IpvaYear<D extends IpvaDebt = IpvaDebt> {
  readonly year: number | null
  /** Debts of each way that the last answer shows, by due date; none for a way not offered. */
  readonly ways: Readonly<Record<IpvaWay, readonly D[]>>
  readonly totals: Readonly<Record<IpvaWay, bigint>>
  /** The one that counts as owed. */
  readonly chosen: IpvaWay
  /** `committed`: part of it is ordered or paid already, so no other way may be chosen. */
  readonly because: 'only' | 'policy' | 'single-overdue' | 'committed'
  /** Two ways are ordered or paid at once: a person must look. */
  readonly conflict: boolean
}

export interface IpvaPolicy {
  /** YYYY-MM-DD where the fleet is. */
  readonly today: string
  /** Default: the single payment until its due date, then the instalments. */
  readonly prefer: 'single' | 'instalments'
}

const WAY_OF_KIND: Readonly<Record<string, IpvaWay>> = {
  ipva_unique: 'single',
  ipva_installment: 'instalments',
  ipva: 'assessed',
}

const WAYS = ['single', 'instalments', 'assessed'] as const
const COMMITTED = new Set<Debt['state']>(['ordered', 'paid', 'settled'])

/** Undefined for a kind that is no IPVA. */
export function wayOfKind(kind: string): IpvaWay | undefined {
  return WAY_OF_KIND[kind]
}

function isIpva(debt: Pick<IpvaDebt, 'kind'>): boolean {
  return wayOfKind(debt.kind) !== undefined
}

/**
 * Whether a debt that is not shown any more was another way of paying an IPVA that is shown,
 * ordered or paid: then its absence settled nothing. `debts`: all known ones of the vehicle.
 */
export function wasOtherWay(debt: IpvaDebt, debts: readonly IpvaDebt[]): boolean {
  const way = WAY_OF_KIND[debt.kind]
  return debts.some((other) => {
    const otherWay = WAY_OF_KIND[other.kind]
    if (way === undefined || otherWay === undefined || otherWay === way) return false
    return other.year === debt.year && (other.shown || COMMITTED.has(other.state))
  })
}

/**
 * One entry for each year of which the last answer shows any IPVA. `debts`: all known ones of one
 * vehicle, shown or not, because a paid instalment that is not shown any more still means that its
 * year is paid by instalments.
 */
export function ipvaAlternatives<D extends IpvaDebt>(
  debts: readonly D[],
  policy: IpvaPolicy,
): IpvaYear<D>[] {
  const byYear = Map.groupBy(debts.filter(isIpva), (debt) => debt.year)
  return [...byYear]
    .filter(([, ofYear]) => ofYear.some((debt) => debt.shown))
    .sort(([a], [b]) => (a ?? 0) - (b ?? 0))
    .map(([year, ofYear]) => alternativesOfYear(year, ofYear, policy))
}

function alternativesOfYear<D extends IpvaDebt>(
  year: number | null,
  debts: readonly D[],
  policy: IpvaPolicy,
): IpvaYear<D> {
  const of = (way: IpvaWay): D[] => debts.filter((debt) => WAY_OF_KIND[debt.kind] === way)
  const shown = (way: IpvaWay): D[] =>
    of(way)
      .filter((debt) => debt.shown)
      .sort(byDueDate)
  const ways = {
    single: shown('single'),
    instalments: shown('instalments'),
    assessed: shown('assessed'),
  }
  const total = (way: IpvaWay): bigint =>
    ways[way].reduce((sum, debt) => sum + debt.amountCents, 0n)
  const committed = WAYS.filter((way) => of(way).some((debt) => COMMITTED.has(debt.state)))
  return {
    year,
    ways,
    totals: {
      single: total('single'),
      instalments: total('instalments'),
      assessed: total('assessed'),
    },
    ...choose(ways, committed[0], policy),
    conflict: committed.length > 1,
  }
}

function choose(
  ways: Readonly<Record<IpvaWay, readonly IpvaDebt[]>>,
  committed: IpvaWay | undefined,
  policy: IpvaPolicy,
): { chosen: IpvaWay; because: IpvaYear['because'] } {
  if (committed !== undefined) return { chosen: committed, because: 'committed' }
  const offered = WAYS.filter((way) => ways[way].length > 0)
  const [first = 'assessed', second] = offered
  if (second === undefined) return { chosen: first, because: 'only' }
  if (first !== 'single') return { chosen: first, because: 'policy' }
  if (second === 'instalments' && policy.prefer === 'instalments') {
    return { chosen: second, because: 'policy' }
  }
  if (ways.single.some((debt) => debt.dueDate === null || debt.dueDate >= policy.today)) {
    return { chosen: 'single', because: 'policy' }
  }
  return { chosen: second, because: 'single-overdue' }
}

/** Plain dates compare as text; a debt without one goes last. */
function byDueDate(a: IpvaDebt, b: IpvaDebt): number {
  return (a.dueDate ?? '9999').localeCompare(b.dueDate ?? '9999') || a.id.localeCompare(b.id)
}
