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
const IN_ORDER = new Set<Debt['state']>(['ordered', 'paid'])
const COMMITTED = new Set<Debt['state']>([...IN_ORDER, 'settled'])

/** Undefined for a kind that is no IPVA. */
export function wayOfKind(kind: string): IpvaWay | undefined {
  return WAY_OF_KIND[kind]
}

/**
 * Whether a debt that is not shown any more was another way of paying an IPVA that is shown,
 * ordered or paid: then its absence settled nothing. `debts`: all known ones of the vehicle.
 */
export function wasOtherWay(debt: IpvaDebt, debts: readonly IpvaDebt[]): boolean {
  const way = wayOfKind(debt.kind)
  const others = debts.filter(({ kind, year }) => {
    const otherWay = wayOfKind(kind)
    return way !== undefined && otherWay !== undefined && otherWay !== way && year === debt.year
  })
  const instalments = others.filter(({ kind }) => wayOfKind(kind) === 'instalments')
  if (way === 'assessed' && isCarriedOver(instalments)) return false
  return others.some((other) => other.shown || COMMITTED.has(other.state))
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
  const ofIpva = debts.filter(({ kind }) => wayOfKind(kind) !== undefined)
  const byYear = Map.groupBy(ofIpva, (debt) => debt.year)
  return [...byYear]
    .filter(([, ofYear]) => ofYear.some((debt) => debt.shown))
    .sort(([a], [b]) => (a ?? 0) - (b ?? 0))
    .map(([, ofYear]) => alternativesOfYear(ofYear, policy))
}

function alternativesOfYear<D extends IpvaDebt>(
  debts: readonly D[],
  policy: IpvaPolicy,
): IpvaYear<D> {
  const of = (way: IpvaWay): D[] => debts.filter((debt) => wayOfKind(debt.kind) === way)
  const ways = ofEachWay((way) =>
    of(way)
      .filter((debt) => debt.shown)
      .sort(byDueDate),
  )
  const isRest = ways.assessed.length > 0 && isCarriedOver(of('instalments'))
  const committed = WAYS.filter(
    (way) =>
      !(isRest && way === 'instalments') && of(way).some((debt) => COMMITTED.has(debt.state)),
  )
  return {
    ways,
    totals: ofEachWay((way) => ways[way].reduce((sum, debt) => sum + debt.amountCents, 0n)),
    ...choose(ways, committed[0], policy),
    conflict: committed.length > 1,
  }
}

function ofEachWay<T>(make: (way: IpvaWay) => T): Record<IpvaWay, T> {
  return { single: make('single'), instalments: make('instalments'), assessed: make('assessed') }
}

/**
 * Some instalments were settled, the others are shown no more, and none is in an order: the
 * authority carries over what is left as one assessed debt, which nothing else pays.
 */
function isCarriedOver(instalments: readonly IpvaDebt[]): boolean {
  const isOver = instalments.every(({ shown, state }) => !shown && !IN_ORDER.has(state))
  return isOver && instalments.some(({ state }) => !COMMITTED.has(state))
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
