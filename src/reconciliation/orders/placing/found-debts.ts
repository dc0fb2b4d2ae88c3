/**
 * Pure. Which debts of the ledger an order holds that nobody here remembers: by the item ids of our
 * own answers, else by what identifies a debt over time, each debt once.
 */
import { normalizeDescription } from '../../../fleet/debt-identity.ts'
import type { Debt } from '../../../ledger/debts/debts.ts'
import type { HeldItem } from './match-orders.ts'

export interface FoundItem {
  readonly held: HeldItem
  /** Undefined when no answer of the vehicle ever showed it. */
  readonly debt: Debt | undefined
}

export function foundDebts(held: readonly HeldItem[], known: readonly Debt[]): FoundItem[] {
  const left = new Map(known.map((debt) => [debt.id, debt]))
  const take = (debt: Debt | undefined): Debt | undefined => {
    if (debt !== undefined) left.delete(debt.id)
    return debt
  }
  // Items that the ledger knows go first: of two equal tickets it alone knows which one is held.
  const sure = new Map(held.map((one) => [one, take(left.get(one.debt?.id ?? ''))]))
  return held.map((one) => {
    const debt = sure.get(one) ?? take([...left.values()].find((each) => isSame(one, each)))
    return { held: one, debt }
  })
}

function isSame(held: HeldItem, debt: Debt): boolean {
  return (
    held.kind === debt.kind &&
    held.year === debt.year &&
    held.dueDate === debt.dueDate &&
    normalizeDescription(held.description) === normalizeDescription(debt.description)
  )
}
