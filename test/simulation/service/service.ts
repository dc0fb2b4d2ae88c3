/**
 * A model of the service and of the authority behind it, by the interface's words: what a request
 * does when it is processed. Whether and when it is, and what becomes of the answer, is the
 * network's.
 */
import type { NewOrder } from '../../../src/contract/order.ts'
import type { NewVehicle } from '../../../src/contract/vehicle.ts'
import { formatCents } from '../../../src/fleet/money.ts'
import type { Random } from '../../../src/random.ts'
import { drawDebts } from './authority.ts'
import { consultationBody, consultationStatus, vehicleBody } from './bodies.ts'
import { isDead, orderBody, pixCodeOf, statusOf } from './order-life.ts'
import type {
  AnsweredItem,
  MadeBy,
  RemoteConsultation,
  RemoteOrder,
  RemoteVehicle,
  ServiceState,
} from './state.ts'

export interface ServiceHabits {
  /** What lists and summaries show is this old. */
  readonly lagMs: number
  readonly pageSize: number
  readonly listHidesItems: boolean
  /** A RENAVAM that is registered already: 409, or a twin. */
  readonly refusesTwins: boolean
  /** An order of a debt that is in another one: 409, or one more. */
  readonly refusesSecondOrder: boolean
  /** An order costs what the debts cost now, or what the answer said. */
  readonly pricesNow: boolean
  readonly hasPreview: boolean
  readonly feeCents: bigint
  readonly answerMsMax: number
  readonly expiryMs: number
  readonly settlesAfterMs: number
  readonly strangeShare: number
  readonly failsShare: number
}

export interface Reply {
  readonly status: number
  readonly body: unknown
}

/** Told of everything that comes to be, before anybody is answered. */
export interface Watch {
  vehicle(vehicle: RemoteVehicle): void
  consultation(consultation: RemoteConsultation): void
  order(order: RemoteOrder): void
}

export interface ServiceTools {
  readonly state: ServiceState
  readonly habits: ServiceHabits
  readonly random: Random
  readonly nowMs: () => number
  readonly watch: Watch
}

const MINUTE_MS = 60_000
/** A Pix code lives shorter than its order. */
const CODE_MS = 40 * MINUTE_MS

export function createVehicle(tools: ServiceTools, body: NewVehicle, by: MadeBy): Reply {
  const { state, habits, random } = tools
  const twin = state.vehicles.find((vehicle) => vehicle.renavam === body.renavam)
  if (twin !== undefined && habits.refusesTwins) return refusal(409, 'already registered')
  const { renavam, plate, uf, nickname = '' } = body
  const vehicle = { id: random.uuid(), renavam, plate, uf, nickname, madeAtMs: tools.nowMs(), by }
  state.vehicles.push(vehicle)
  tools.watch.vehicle(vehicle)
  return { status: 201, body: vehicleBody(vehicle, undefined, tools.nowMs()) }
}

export function createConsultation(tools: ServiceTools, vehicleId: string, by: MadeBy): Reply {
  const { state, habits, random } = tools
  const vehicle = state.vehicles.find(({ id }) => id === vehicleId)
  if (vehicle === undefined) return refusal(404, 'no such vehicle')
  const nowMs = tools.nowMs()
  const consultation: RemoteConsultation = {
    id: random.uuid(),
    vehicle,
    madeAtMs: nowMs,
    readyAtMs: nowMs + random.next() * habits.answerMsMax,
    fails: random.next() < habits.failsShare,
    by,
    items: null,
  }
  state.consultations.push(consultation)
  tools.watch.consultation(consultation)
  return { status: 201, body: consultationBody(consultation, nowMs) }
}

/** Its items are what the authority has when the answer is first looked at. */
export function readConsultation(
  tools: ServiceTools,
  consultation: RemoteConsultation | undefined,
): Reply {
  if (consultation === undefined) return refusal(404, 'no consultation was found')
  const nowMs = tools.nowMs()
  if (consultationStatus(consultation, nowMs) === 'ready') answer(tools, consultation)
  return { status: 200, body: consultationBody(consultation, nowMs) }
}

export function answer({ state, random }: ServiceTools, consultation: RemoteConsultation): void {
  if (consultation.items !== null) return
  const owed = state.debts.filter(
    (debt) => debt.renavam === consultation.vehicle.renavam && !debt.settled,
  )
  const ids = new Map(owed.map((debt) => [debt, random.uuid()]))
  consultation.items = owed.map((debt) => ({
    id: ids.get(debt) ?? '',
    debt,
    amountCents: debt.amountCents,
    dependsOn: (debt.dependsOn !== null && ids.get(debt.dependsOn)) || null,
  }))
}

export function createOrder(tools: ServiceTools, body: NewOrder, by: MadeBy): Reply {
  const chosen = chosenItems(tools, body.debt_item_ids)
  if (chosen === null) return refusal(422, 'items that cannot be paid')
  const { vehicle, items } = chosen
  const { state, habits, random } = tools
  const nowMs = tools.nowMs()
  const live = state.orders.filter((order) => order.vehicle === vehicle && !isDead(order, nowMs))
  const isTaken = live.some((order) => sharesDebt(order.items, items))
  if (isTaken && habits.refusesSecondOrder) return refusal(409, 'a debt is in another order')
  const debtsCents = priceOf(habits, items)
  const order: RemoteOrder = {
    id: random.uuid(),
    vehicle,
    method: body.method,
    items,
    debtsCents,
    feeCents: habits.feeCents,
    totalCents: debtsCents + habits.feeCents,
    madeAtMs: nowMs,
    by,
    code: { number: 1, fromMs: nowMs + random.next() * MINUTE_MS, untilMs: nowMs + CODE_MS },
    expiresAtMs: nowMs + habits.expiryMs,
    strangeUntilMs: random.next() < habits.strangeShare ? nowMs + habits.expiryMs / 2 : 0,
    paidAtMs: null,
    settlesAfterMs: habits.settlesAfterMs,
  }
  state.orders.push(order)
  tools.watch.order(order)
  return { status: 201, body: orderBody(order, nowMs, false) }
}

export function preview(tools: ServiceTools, itemIds: readonly string[]): Reply {
  if (!tools.habits.hasPreview) return refusal(404, 'no preview')
  const chosen = chosenItems(tools, itemIds)
  if (chosen === null) return refusal(422, 'items that cannot be paid')
  const debts = priceOf(tools.habits, chosen.items)
  const { feeCents } = tools.habits
  const total = formatCents(debts + feeCents)
  const amounts = { debts_amount: formatCents(debts), service_fee: formatCents(feeCents) }
  return { status: 200, body: { ...amounts, total_amount: total, installments: [] } }
}

export function sharesDebt(
  some: readonly AnsweredItem[],
  others: readonly AnsweredItem[],
): boolean {
  return some.some(({ debt }) => others.some((other) => other.debt === debt))
}

function priceOf(habits: ServiceHabits, items: readonly AnsweredItem[]): bigint {
  return items.reduce(
    (sum, item) => sum + (habits.pricesNow ? item.debt.amountCents : item.amountCents),
    0n,
  )
}

function chosenItems(
  { state }: ServiceTools,
  ids: readonly string[],
): { vehicle: RemoteVehicle; items: AnsweredItem[] } | null {
  const items: AnsweredItem[] = []
  let vehicle: RemoteVehicle | undefined
  for (const id of ids) {
    for (const consultation of state.consultations) {
      const item = consultation.items?.find((each) => each.id === id)
      if (item === undefined) continue
      vehicle = consultation.vehicle
      items.push(item)
    }
  }
  if (vehicle === undefined || items.length !== ids.length) return null
  return items.every(({ debt }) => debt.isPayable && !debt.settled) ? { vehicle, items } : null
}

export function refusal(status: number, detail: string): Reply {
  return { status, body: { detail } }
}

/** Rule 5: only while it awaits payment, and only when the code is not there or has expired. */
export function renewPix(tools: ServiceTools, orderId: string): Reply {
  const order = tools.state.orders.find(({ id }) => id === orderId)
  if (order === undefined) return refusal(404, 'no such order')
  const nowMs = tools.nowMs()
  const { number, fromMs, untilMs } = order.code
  const isThere = nowMs >= fromMs && nowMs < untilMs
  if (isThere || statusOf(order, nowMs) !== 'awaiting_payment') {
    return refusal(409, 'its code can be paid, or it cannot be paid any more')
  }
  order.code = { number: number + 1, fromMs: nowMs, untilMs: nowMs + CODE_MS }
  return { status: 200, body: orderBody(order, nowMs, false) }
}

/** A person pays a code that our ledger showed; true when money moved. */
export function pay(tools: ServiceTools, order: RemoteOrder, code: string): boolean {
  const nowMs = tools.nowMs()
  const isCurrent = code === pixCodeOf(order) && nowMs < order.code.untilMs
  if (!isCurrent || statusOf(order, nowMs) !== 'awaiting_payment') return false
  order.paidAtMs = nowMs
  return true
}

export function newDebts(tools: ServiceTools, renavam: string, count: number): void {
  tools.state.debts.push(...drawDebts(tools.random, renavam, count))
}
