/** Judges a world at its end, when no fault happened for a long time. */
import type { Effect } from '../../../src/ledger/effects/effects.ts'
import { FINISHED } from '../../effects/allowed-moves.ts'
import type { LedgerFacts } from '../ledger/ledger.ts'
import { isDead } from '../service/order-life.ts'
import { byUs, type RemoteOrder, type ServiceState } from '../service/state.ts'
import type { RequestJudge } from './requests.ts'
import type { Rule } from './rules.ts'

export interface EndingTools {
  readonly facts: LedgerFacts
  readonly state: ServiceState
  readonly requests: RequestJudge
  readonly nowMs: number
  readonly lagMs: number
  readonly broken: (rule: Rule, what: string) => void
}

/** What is listed late may be older than the request that is held to have made it. */
const ROUNDING_MS = 60_000
const WITH_A_PERSON: readonly Effect['state'][] = ['quarantined', 'needs-person']

/** A vehicle that is registered waits for its answer. */
export function isAsking({ members, consultations, effects }: LedgerFacts): boolean {
  const open = members.filter(({ state }) => state === 'open').map((one) => one.vehicleId)
  if (consultations.some(({ status }) => status === 'pending')) return true
  return effects.some(
    ({ kind, state, vehicleId }) =>
      kind === 'register' && (state === 'done' || state === 'adopted') && open.includes(vehicleId),
  )
}

export function isAtRest(facts: LedgerFacts): boolean {
  return !isAsking(facts) && facts.effects.every(({ state }) => FINISHED.has(state))
}

export function judgeEnding(tools: EndingTools): void {
  const { facts, broken } = tools
  for (const effect of facts.effects) {
    if (!FINISHED.has(effect.state)) {
      broken('converges', `a ${effect.kind} ends in ${effect.state}`)
    }
    judgeEffect(tools, effect)
  }
  for (const order of tools.state.orders) if (byUs(order)) judgeOrder(tools, order)
  for (const member of facts.members) {
    const isRegistered = facts.effects.some(
      ({ kind, vehicleId, state }) =>
        kind === 'register' && vehicleId === member.vehicleId && /done|adopted/.test(state),
    )
    if (member.state === 'open' && isRegistered) broken('converges', 'a vehicle was not answered')
  }
  for (const { status } of facts.consultations) {
    if (status === 'pending') broken('converges', 'a consultation is read for ever')
  }
  judgeDebts(tools)
}

function judgeEffect(tools: EndingTools, effect: Effect): void {
  const { state, requests, broken } = tools
  const sent = requests.sentBy(effect.id)
  const live = state.orders.filter((order) => !isDead(order, tools.nowMs))
  const made = [...state.vehicles, ...state.consultations, ...live].filter(
    ({ by }) => by !== 'others' && requests.effectOf(by.request)?.id === effect.id,
  )
  const undecidable = sent.some(({ tooLate }) => tooLate)
  if (effect.state === 'rejected' && made.length > 0 && !undecidable) {
    broken('nothing-lost', `a ${effect.kind} was made and ends rejected`)
  }
  if (effect.state !== 'adopted') return
  const first = sent[0]
  if (effect.kind === 'register' || first === undefined) return
  const thing = [...state.consultations, ...state.orders].find(({ id }) => id === effect.remoteId)
  const sinceMs = first.leftAtMs - tools.lagMs - ROUNDING_MS
  if (thing === undefined || thing.madeAtMs < sinceMs) {
    broken('adopted-own', `a ${effect.kind} adopted what was there before it left`)
  }
  if (effect.kind === 'order') judgeAdopted(tools, effect)
}

function judgeAdopted({ facts, state, broken }: EndingTools, effect: Effect): void {
  const order = state.orders.find(({ id }) => id === effect.remoteId)
  const plan = facts.plans.find(({ id }) => id === effect.planId)
  const identities = (plan?.debtIds ?? []).map((id) => {
    const debt = facts.debts.find((each) => each.id === id)
    return `${debt?.kind} ${debt?.description} ${debt?.dueDate}`
  })
  const held = (order?.items ?? []).map(
    ({ debt }) => `${debt.kind} ${debt.description} ${debt.dueDate}`,
  )
  if (identities.toSorted().join() !== held.toSorted().join()) {
    broken('adopted-own', 'an order adopted one of other debts')
  }
}

function judgeOrder(
  { facts, state, requests, nowMs, broken }: EndingTools,
  order: RemoteOrder,
): void {
  if (order.by === 'others' || isDead(order, nowMs)) return
  if (facts.orders.some(({ id }) => id === order.id)) return
  const sent = requests.sent(order.by.request)
  const effect = facts.effects.find(({ id }) => id === requests.effectOf(sent?.number ?? 0)?.id)
  const isTold = effect !== undefined && WITH_A_PERSON.includes(effect.state)
  // Somebody else ordered the very same debts while ours was on its way: nothing tells them apart.
  const adopted = state.orders.find(({ id }) => id === effect?.remoteId)
  const isTwin = effect?.state === 'adopted' && adopted?.by === 'others'
  const undecidable = sent?.tooLate === true || sent?.fault === 'delivered twice' || isTwin
  if (!isTold && !undecidable) {
    broken('nothing-lost', `an order is there and its effect is ${effect?.state}`)
  }
}

function judgeDebts({ facts, broken }: EndingTools): void {
  const holders: Readonly<Record<string, readonly string[]>> = {
    proposed: ['proposed'],
    approved: ['approved'],
    ordered: ['ordered'],
  }
  for (const debt of facts.debts) {
    const states = holders[debt.state]
    if (states === undefined) continue
    const isHeld = facts.plans.some(
      (plan) => states.includes(plan.state) && plan.debtIds.includes(debt.id),
    )
    if (!isHeld) broken('counts', `a debt is ${debt.state} and no plan holds it so`)
  }
}
