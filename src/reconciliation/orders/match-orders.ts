/**
 * Pure. Whether an order at the service holds the debts of a plan: by the item ids that our own
 * answers named, else by what identifies a debt over time. The amount alone never decides.
 */
import type { Order, OrderItem } from '../../contract/order.ts'
import { normalizeDescription } from '../../fleet/debt-identity.ts'
import type { PlanItemFacts } from '../../ledger/plans.ts'
import { standingOf } from './order-standing.ts'

/** item id -> debt id, for item ids that the ledger knows. */
export type KnownItems = ReadonlyMap<string, string>

export function isDead(order: Order): boolean {
  return standingOf(order.status) === 'dead'
}

/** Why this order forbids ordering the plan's items; undefined when it does not. */
export function blockingReason(
  order: Order,
  items: readonly PlanItemFacts[],
  known: KnownItems,
): string | undefined {
  if (isDead(order)) return undefined
  const status = `order ${order.id} (${order.status})`
  if (order.items === undefined) return `${status} does not show what it pays`
  const shared = order.items.find((held) => items.some((item) => isSameDebt(held, item, known)))
  if (shared !== undefined) return `${status} holds one of the debts already`
  const kin = order.items.find((held) => items.some((item) => isKin(held, item, known)))
  return kin === undefined ? undefined : `${status} holds a debt of the same kind and year`
}

/** True when the order holds exactly the plan's items, each once. */
export function holdsExactly(
  order: Order,
  items: readonly PlanItemFacts[],
  known: KnownItems,
): boolean {
  const left = [...items]
  if (order.items?.length !== items.length) return false
  return order.items.every((held) => {
    const at = left.findIndex((item) => isSameDebt(held, item, known))
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  })
}

function isSameDebt(held: OrderItem, item: PlanItemFacts, known: KnownItems): boolean {
  const id = held.debt_item_id.toLowerCase()
  if (id === item.itemId.toLowerCase()) return true
  const debtId = known.get(id)
  if (debtId !== undefined) return debtId === item.debtId
  return (
    held.kind === item.kind &&
    held.year === item.year &&
    (held.due_date ?? null) === item.dueDate &&
    normalizeDescription(held.description) === normalizeDescription(item.description)
  )
}

/**
 * Same kind and year with another date or text, in an order that nobody here knows: it may be the
 * same debt under a corrected text, so a person decides. Tickets of one year are many by nature,
 * so for them only what is the same counts.
 */
function isKin(held: OrderItem, item: PlanItemFacts, known: KnownItems): boolean {
  if (known.has(held.debt_item_id.toLowerCase())) return false
  if (item.group === 'ipva' && held.kind.startsWith('ipva')) return held.year === item.year
  if (item.group === 'ticket') return false
  return held.kind === item.kind && held.year === item.year
}
