/**
 * Pure. Compares an answer with the debts known before it: what is new, the same, changed in its
 * amount, back again, or not shown any more. A changed amount is a class, not an error: fees grow
 * and discounts end.
 */
import type { AnswerItem, Debt, ItemOfDebt, MissingDebt } from '../../ledger/debts/debts.ts'
import type { ItemChange } from '../../ledger/schema/tables.ts'
import { identifyDebts, type VehicleIdentity } from './identify-debts.ts'

export interface Comparison {
  /** In the order of the answer. */
  readonly items: readonly ItemOfDebt[]
  readonly missing: readonly MissingDebt[]
}

export function compareDebts(
  vehicle: VehicleIdentity,
  answered: readonly AnswerItem[],
  known: readonly Debt[],
): Comparison {
  const identified = identifyDebts(vehicle, answered, known)
  const shownNow = new Set(identified.map(({ debt }) => debt?.id))
  const items = identified.map(({ item, fingerprint, ordinal, debt }) => ({
    ...item,
    fingerprint,
    ordinal,
    change: classify(item, debt),
    fromState: debt?.state ?? null,
    toState: stateWhenShown(debt),
    previousCents: debt?.amountCents ?? null,
  }))
  const missing = known
    .filter((debt) => debt.shown && !shownNow.has(debt.id))
    .map((debt) => ({ id: debt.id, fromState: debt.state, toState: stateWhenMissing(debt) }))
  return { items, missing }
}

function classify(item: AnswerItem, debt: Debt | null): ItemChange {
  if (debt === null) return 'new'
  if (!debt.shown) return 'reappeared'
  return item.amountCents === debt.amountCents ? 'same' : 'changed'
}

/** An ordered or paid debt stays so while the authority still shows it: it awaits settlement. */
function stateWhenShown(debt: Debt | null): Debt['state'] {
  return debt === null || debt.state === 'gone' ? 'open' : debt.state
}

/**
 * A debt in an order is not gone because it is not shown: only the order says whether it was paid.
 * A proposed or approved one is gone, and whoever made its plan must void the plan.
 */
function stateWhenMissing(debt: Debt): Debt['state'] {
  const inOrder = debt.state === 'ordered' || debt.state === 'paid' || debt.state === 'settled'
  return inOrder ? debt.state : 'gone'
}
