/**
 * Pure. Fills one order: the earliest due debts first, each together with whatever must be paid
 * with it, until the order is full. What does not fit waits for the next one.
 */
import type { ShownDebt } from '../../../ledger/debts/debts.ts'

export interface OrderRoom {
  readonly items: number
  /** Sum of the debts, without the fee; null: no limit. */
  readonly cents: bigint | null
}

export type UnfitWhy =
  /** The rest goes into the next order. */
  | 'order-full'
  /** With its partners it costs more than any order may. */
  | 'over-limit'

/** `debts` must have each one's partner; so has what remains without the returned ids. */
export function fitOrder(debts: readonly ShownDebt[], room: OrderRoom): Map<string, UnfitWhy> {
  const byItem = new Map(debts.map((debt) => [debt.itemId, debt]))
  const taken = new Set<ShownDebt>()
  const unfit = new Map<string, UnfitWhy>()
  let cents = 0n
  for (const debt of debts.toSorted(byDueDate)) {
    if (taken.has(debt)) continue
    const bundle = closure(debt, byItem)
    const added = bundle.filter((each) => !taken.has(each))
    const isWithin = room.cents === null || cents + sum(added) <= room.cents
    if (taken.size + added.length <= room.items && isWithin) {
      for (const each of added) taken.add(each)
      cents += sum(added)
      continue
    }
    const never = bundle.length > room.items || (room.cents !== null && sum(bundle) > room.cents)
    unfit.set(debt.id, never ? 'over-limit' : 'order-full')
  }
  return unfit
}

/** The debt and, one after the other, what it depends on; a circle ends where it began. */
function closure(debt: ShownDebt, byItem: ReadonlyMap<string, ShownDebt>): ShownDebt[] {
  const bundle: ShownDebt[] = []
  let next: ShownDebt | undefined = debt
  while (next !== undefined && !bundle.includes(next)) {
    bundle.push(next)
    next = next.dependsOn === null ? undefined : byItem.get(next.dependsOn)
  }
  return bundle
}

function sum(debts: readonly ShownDebt[]): bigint {
  return debts.reduce((cents, debt) => cents + debt.amountCents, 0n)
}

/** Plain dates compare as text; a debt without a due date comes first. */
function byDueDate(a: ShownDebt, b: ShownDebt): number {
  return (
    (a.dueDate ?? '').localeCompare(b.dueDate ?? '') ||
    a.position - b.position ||
    a.id.localeCompare(b.id)
  )
}
