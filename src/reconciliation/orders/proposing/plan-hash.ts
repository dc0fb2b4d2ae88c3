/**
 * Pure. What an approval is bound to: account, method, each debt with its amount, and the fee and
 * total of the preview, where the service has one. Item ids are new in every answer, so the debts
 * are named by what identifies them over time.
 */
import { hash } from 'node:crypto'

interface HashedDebt {
  readonly fingerprint: string
  readonly ordinal: number
  readonly amountCents: bigint
}

export function planHash(plan: {
  readonly accountId: string
  readonly method: string
  readonly items: readonly HashedDebt[]
  /** Null until the preview said so. */
  readonly feeCents: bigint | null
  readonly totalCents: bigint | null
}): string {
  const items = plan.items
    .map((item) => `${item.fingerprint}#${item.ordinal}=${item.amountCents}`)
    .toSorted()
  const { accountId, method, feeCents, totalCents } = plan
  // A plan without a preview is hashed as before previews existed, so old approvals still hold.
  if (feeCents === null && totalCents === null) {
    return hash('sha256', JSON.stringify([accountId, method, items]))
  }
  return hash('sha256', JSON.stringify([accountId, method, items, `${feeCents}`, `${totalCents}`]))
}

/** The key of the order's effect: the vehicle and the sorted multiset of its debts, no amounts. */
export function orderKey(
  vehicleId: string,
  items: readonly Omit<HashedDebt, 'amountCents'>[],
): string {
  const debts = items.map((item) => `${item.fingerprint}#${item.ordinal}`).toSorted()
  return `${vehicleId}:${hash('sha256', JSON.stringify(debts))}`
}
