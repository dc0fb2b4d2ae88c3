/**
 * Keeps an order of the service that the ledger does not know: it is taken over when everything
 * that it holds is known here and free, with its debts locked, their proposal ended, and its pay
 * gate shut until a person looked; otherwise it is kept as a foreign one, which no run pays or
 * follows.
 */
import type { Debt } from '../../../ledger/debts/debts.ts'
import type { ForeignOrderStore, KnownVehicle } from '../../../ledger/orders/foreign-orders.ts'
import type { OrderMethod } from '../../../ledger/schema/tables-orders.ts'
import type { Tx } from '../../../ledger/schema/tx.ts'
import { foundDebts, type FoundItem } from './found-debts.ts'
import { orderFacts, sumsMismatch } from './judge-order.ts'
import { keepOrder } from './keep-order.ts'
import type { MovingTools } from '../move-with-order.ts'
import { checkedCents } from '../../../fleet/money.ts'
import { planHash } from '../proposing/plan-hash.ts'
import { seenFacts, type ReadOrder } from './vehicle-orders.ts'
import type { OrderTools } from '../order-tools.ts'

export type FindingTools = MovingTools &
  Pick<OrderTools, 'accountId' | 'orders' | 'foreign' | 'statuses' | 'clock' | 'zone'>

/**
 * `known`: the ledger has it. `over`: dead or refunded, it holds nothing. `left`: an order of ours
 * is under way for its debts, and will find it. `taken`: it is followed and its debts are locked.
 */
export type FoundAs = 'known' | 'over' | 'left' | 'taken' | 'foreign'

const METHODS: readonly OrderMethod[] = ['pix', 'boleto', 'credit_card']
const FREE: ReadonlySet<Debt['state']> = new Set(['open', 'proposed', 'gone'])

export async function recordFoundOrder(
  tools: FindingTools,
  vehicle: KnownVehicle,
  found: ReadOrder,
): Promise<FoundAs> {
  if (found.recorded) return 'known'
  if (found.standing === 'dead' || found.standing === 'refunded') return 'over'
  const known = await tools.debts.ofVehicle(vehicle.id)
  const items = foundDebts(found.held ?? [], known)
  const states = new Set(items.flatMap(({ debt }) => (debt === undefined ? [] : [debt.state])))
  if (states.has('approved')) return 'left'
  const isFree = [...states].every((state) => FREE.has(state))
  const plan = isFree ? await planOf(tools, vehicle, found, items) : undefined
  if (plan === undefined) return keepForeign(tools, vehicle, found, items)
  const taken = await tools.orders.transaction((tx) => takeOver(tools, tx, vehicle, found, plan))
  return taken ? 'taken' : keepForeign(tools, vehicle, found, items)
}

type WholePlan = Parameters<ForeignOrderStore['takeOver']>[0]

/** Undefined unless all that the order holds is known and adds up. */
async function planOf(
  tools: FindingTools,
  vehicle: KnownVehicle,
  { order }: ReadOrder,
  items: readonly FoundItem[],
): Promise<WholePlan | undefined> {
  const method = METHODS.find((each) => each === order.method)
  const answer = await tools.foreign.answerOf(vehicle.id)
  if (method === undefined || answer === undefined || items.length === 0) return undefined
  const planned = items.map((item) => planItem(item, order.items ?? []))
  const whole = planned.filter((item) => item !== undefined)
  const debtsCents = whole.reduce((sum, { item }) => sum + item.amountCents, 0n)
  if (whole.length < items.length || debtsCents !== checkedCents(order.debts_amount))
    return undefined
  const isWrong = sumsMismatch(order, { method, debtsCents, feeCents: null }) !== undefined
  if (isWrong) return undefined
  const hashed = whole.map(({ debt, item }) => ({ ...debt, amountCents: item.amountCents }))
  const { accountId } = tools
  return {
    ...vehicle,
    ...answer,
    vehicleId: vehicle.id,
    method,
    hash: planHash({ accountId, method, items: hashed, feeCents: null, totalCents: null }),
    debtsCents,
    items: whole.map(({ item }) => item),
    at: new Date(tools.clock.now()),
  }
}

function planItem({ held, debt }: FoundItem, shown: NonNullable<ReadOrder['order']['items']>) {
  const one = shown.find((item) => item.debt_item_id.toLowerCase() === held.itemId)
  if (debt === undefined || one === undefined) return undefined
  return {
    debt,
    item: { itemId: held.itemId, debtId: debt.id, amountCents: checkedCents(one.amount) },
  }
}

async function takeOver(
  tools: FindingTools,
  tx: Tx,
  { id: vehicleId, fleetId }: KnownVehicle,
  { order }: ReadOrder,
  plan: WholePlan,
): Promise<boolean> {
  const planId = await tools.foreign.takeOver(plan, tx)
  if (planId === null) return false
  const { at, items } = plan
  const nowMs = at.getTime()
  const facts = orderFacts(order, { ...tools, mismatch: 'found-at-service', nowMs })
  const of = { fleetId, vehicleId, planId, effectId: null, items, at }
  await keepOrder(tools, tx, order, facts, of)
  await tools.foreign.dropBlocked(vehicleId, tx)
  return true
}

async function keepForeign(
  tools: FindingTools,
  { id: vehicleId, fleetId }: KnownVehicle,
  found: ReadOrder,
  items: readonly FoundItem[],
): Promise<'foreign'> {
  const debtIds = items.flatMap(({ debt }) => (debt === undefined ? [] : [debt.id]))
  const otherId = (await tools.foreign.holderOf(debtIds)) ?? null
  const why = otherId === null ? 'found' : 'twin'
  const seen = { ...seenFacts(found), fleetId, vehicleId, why, otherId } as const
  await tools.foreign.see(seen, new Date(tools.clock.now()))
  return 'foreign'
}
