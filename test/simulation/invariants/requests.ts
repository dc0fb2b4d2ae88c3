/** Judges each request of ours in the moment in which it leaves. */
import type { NewOrder } from '../../../src/contract/order.ts'
import type { JournalRecord } from '../../../src/database/journal.ts'
import type { Effect, EffectKind } from '../../../src/ledger/effects/effects.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { SentRequest } from '../send-request.ts'
import { statusOf } from '../service/order-life.ts'
import { isAmbiguous, type AnsweredItem, type ServiceState } from '../service/state.ts'
import type { Rule } from './rules.ts'

export interface RequestJudge {
  onLeave(sent: Omit<SentRequest, 'number'>): Promise<SentRequest>
  /** The effect for which a request left; undefined for what is no effect. */
  effectOf(request: number): { readonly id: string; readonly key: string } | undefined
  sentBy(effectId: string): readonly SentRequest[]
  sent(request: number): SentRequest | undefined
}

export interface RequestJudgeTools {
  readonly ledger: Ledger
  readonly state: ServiceState
  /** Null with a server's database. */
  readonly journal: readonly JournalRecord[] | null
  readonly lagMs: number
  readonly broken: (rule: Rule, what: string) => void
}

const KINDS: Readonly<Record<string, EffectKind>> = {
  createVehicle: 'register',
  createConsultation: 'consult',
  createOrder: 'order',
}
/** How old what was read before may be when its request leaves, travel included. */
const READ_AGE_MS_MAX = 180_000

export function openRequestJudge(tools: RequestJudgeTools): RequestJudge {
  const all: SentRequest[] = []
  const effects = new Map<number, Effect>()
  const used = new Set<string>()
  const slots = new Set<string>()

  /** The intents of the vehicle that the request is about, those not used yet first. */
  async function intentOf(kind: EffectKind, sent: SentRequest): Promise<Effect | undefined> {
    const renavam = renavamOf(tools.state, sent)
    const intents = (await tools.ledger.intents()).filter((effect) => effect.kind === kind)
    const own: Effect[] = []
    for (const effect of intents) {
      const vehicle = await tools.ledger.stores.vehicles.byId(effect.vehicleId)
      if (vehicle?.renavam === renavam) own.push(effect)
    }
    return own.find((effect) => !used.has(`${effect.id} ${effect.epoch}`)) ?? own[0]
  }

  function isTaken({ slotId }: Effect): boolean {
    const taken = slotId === null || slots.has(slotId)
    if (slotId !== null) slots.add(slotId)
    return taken
  }

  async function judge(kind: EffectKind, sent: SentRequest): Promise<void> {
    const intent = await intentOf(kind, sent)
    if (intent === undefined) {
      tools.broken('intent-before-send', `a ${kind} left without an intent`)
      return
    }
    effects.set(sent.number, intent)
    const name = `${intent.id} ${intent.epoch}`
    if (used.has(name)) tools.broken('intent-before-send', `a second ${kind} left on one intent`)
    used.add(name)
    const isJournaled = tools.journal?.some(
      (record) => record['effectId'] === intent.id && record['epoch'] === intent.epoch,
    )
    if (isJournaled === false) {
      tools.broken('journal-before-send', `a ${kind} left before its intent was on the disk`)
    }
    if (kind === 'register') return
    if (isTaken(intent)) tools.broken('slot-per-request', `a ${kind} had no slot of its own`)
    if (kind === 'order') await judgeOrder(tools, intent, sent)
  }

  return {
    onLeave: async (given) => {
      const sent = { ...given, number: all.length + 1 }
      all.push(sent)
      const kind = KINDS[sent.operation]
      if (kind !== undefined) await judge(kind, sent)
      return sent
    },
    effectOf: (request) => effects.get(request),
    sentBy: (effectId) => all.filter((sent) => effects.get(sent.number)?.id === effectId),
    sent: (request) => all[request - 1],
  }
}

function itemsOf(state: ServiceState, ids: readonly string[]): AnsweredItem[] {
  const all = state.consultations.flatMap(({ items }) => items ?? [])
  return all.filter((item) => ids.includes(item.id))
}

function orderedIds(body: unknown): readonly string[] {
  return (body as NewOrder).debt_item_ids
}

function renavamOf(state: ServiceState, { operation, request }: SentRequest): string | undefined {
  const { body, params = {} } = request
  if (operation === 'createVehicle') {
    return typeof body === 'object' && body !== null && 'renavam' in body
      ? String(body.renavam)
      : undefined
  }
  if (operation === 'createConsultation') {
    return state.vehicles.find(({ id }) => id === params['vehicle_id'])?.renavam
  }
  return itemsOf(state, orderedIds(body))[0]?.debt.renavam
}

async function judgeOrder(
  tools: RequestJudgeTools,
  intent: Effect,
  sent: SentRequest,
): Promise<void> {
  const { state, ledger, broken } = tools
  const items = itemsOf(state, orderedIds(sent.request.body))
  const plan = intent.planId === null ? undefined : await ledger.stores.plans.find(intent.planId)
  const cents = items.reduce((sum, item) => sum + item.amountCents, 0n)
  const isSame = plan?.items.length === items.length && plan.debtsCents === cents
  if (plan?.state !== 'approved' || !isSame) {
    broken('approved-amount', `an order of ${cents} cents left, approved were ${plan?.debtsCents}`)
  }
  const asked = state.consultations.find((each) => each.items?.some((item) => items.includes(item)))
  const vehicle = asked?.vehicle
  const nowMs = sent.leftAtMs
  const readableMs = nowMs - tools.lagMs - READ_AGE_MS_MAX
  const inTheWay = state.orders.filter(
    (order) =>
      order.madeAtMs < readableMs &&
      // Orders of a twin of the vehicle are listed under the twin.
      order.vehicle === vehicle &&
      !['expired', 'settled'].includes(statusOf(order, nowMs)) &&
      order.items.some(({ debt }) => items.some((item) => item.debt === debt)),
  )
  if (inTheWay.length > 0 && !isAmbiguous(state, items))
    broken('read-before-order', 'an order left over one that was there')
}
