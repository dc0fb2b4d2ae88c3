/**
 * Pure. Which debts of a vehicle's answer go into one order: the payable ones of the policy's
 * kinds, one way of each year's IPVA, and whatever they must be paid together with; and why each
 * other one is left out.
 */
import { daysAfter } from '../../../fleet/calendar/months.ts'
import { isProvisionalRenavam } from '../../../fleet/renavam.ts'
import type { Debt, ShownDebt } from '../../../ledger/debts/debts.ts'
import { ipvaAlternatives } from '../../debts/ipva-alternatives.ts'
import { fitOrder, type UnfitWhy } from './fit-order.ts'
import { orderLimit } from '../policy/order-limits.ts'
import type { OrderPolicy } from '../policy/order-policy.ts'
import { rewordedDebts } from './reworded-debts.ts'

export type LeftOutWhy =
  | UnfitWhy
  /** It is in an order or an approved plan already, or paid. */
  | 'ordered'
  | 'not-payable'
  /** Nothing to pay, or less than nothing: it would lower what the others cost. */
  | 'amount-not-positive'
  /** Another way of the same year's IPVA is chosen. */
  | 'ipva-alternative'
  | 'ipva-conflict'
  | 'instalment-later'
  /** What it depends on cannot go into this order, so it cannot either. */
  | 'partner-left-out'
  /** A RENAVAM that starts with 9 can be consulted, not paid. */
  | 'provisional-renavam'
  /** The policy does not order debts of this kind. */
  | 'kind-not-ordered'
  | 'due-later'
  /** The answer may show it a second time in other words: a person decides about both. */
  | 'reworded'

export interface Choice {
  readonly chosen: readonly ShownDebt[]
  readonly leftOut: readonly { readonly debt: ShownDebt; readonly why: LeftOutWhy }[]
  readonly totalCents: bigint
}

export interface ChoiceFacts {
  /** The debts of the last ready answer. */
  readonly shown: readonly ShownDebt[]
  /** Every debt ever seen of the vehicle: what was paid decides how a year's IPVA goes on. */
  readonly known: readonly Debt[]
  readonly renavam: string
  readonly costCentre: string
  /** The service's fee for an order, as far as it is known: it counts in the limits. */
  readonly feeCents: bigint
  /** YYYY-MM-DD where the fleet is. */
  readonly today: string
}

const OPEN = new Set<Debt['state']>(['open', 'proposed'])

export function chooseItems(facts: ChoiceFacts, policy: OrderPolicy): Choice {
  const ipva = ipvaReasons(facts, policy)
  const reworded = rewordedDebts(facts.shown)
  const why = new Map<string, LeftOutWhy>()
  for (const debt of facts.shown) {
    const reason =
      ownReason(debt, facts) ??
      ipva.get(debt.id) ??
      (reworded.has(debt.id) ? 'reworded' : policyReason(debt, facts, policy))
    if (reason !== undefined) why.set(debt.id, reason)
  }
  leaveOutDependants(facts.shown, why)
  const free = facts.shown.filter((debt) => !why.has(debt.id))
  const unfit = fitOrder(free, roomOf(facts, policy))
  for (const [id, reason] of unfit) why.set(id, reason)
  const chosen = facts.shown.filter((debt) => !why.has(debt.id))
  return {
    chosen,
    leftOut: facts.shown.flatMap((debt) => {
      const reason = why.get(debt.id)
      return reason === undefined ? [] : [{ debt, why: reason }]
    }),
    totalCents: chosen.reduce((sum, debt) => sum + debt.amountCents, 0n),
  }
}

function ownReason(debt: ShownDebt, facts: ChoiceFacts): LeftOutWhy | undefined {
  if (isProvisionalRenavam(facts.renavam)) return 'provisional-renavam'
  if (!OPEN.has(debt.state)) return 'ordered'
  if (!debt.isPayable) return 'not-payable'
  return debt.amountCents > 0n ? undefined : 'amount-not-positive'
}

/** Instalments of IPVA have a rule of their own for what is due later. */
function policyReason(
  { kind, dueDate }: ShownDebt,
  { today }: ChoiceFacts,
  { kinds, dueWithinDays }: OrderPolicy,
): LeftOutWhy | undefined {
  const names: readonly string[] = kinds
  if (!names.includes(kind)) return 'kind-not-ordered'
  if (dueWithinDays === null || kind === 'ipva_installment') return undefined
  return (dueDate ?? '') > daysAfter(today, dueWithinDays) ? 'due-later' : undefined
}

function roomOf({ costCentre, feeCents }: ChoiceFacts, policy: OrderPolicy) {
  const limit = orderLimit(policy, costCentre)
  return { items: policy.itemsPerOrder, cents: limit === null ? null : limit - feeCents }
}

function ipvaReasons(facts: ChoiceFacts, policy: OrderPolicy): Map<string, LeftOutWhy> {
  const reasons = new Map<string, LeftOutWhy>()
  const latest = daysAfter(facts.today, policy.instalmentsDueWithinDays)
  const years = ipvaAlternatives(facts.known, { today: facts.today, prefer: policy.prefer })
  for (const { ways, chosen, conflict } of years) {
    for (const [way, debts] of Object.entries(ways)) {
      for (const debt of debts) {
        if (conflict) reasons.set(debt.id, 'ipva-conflict')
        else if (way !== chosen) reasons.set(debt.id, 'ipva-alternative')
        else if (way === 'instalments' && (debt.dueDate ?? '') > latest) {
          reasons.set(debt.id, 'instalment-later')
        }
      }
    }
  }
  return reasons
}

/** Repeats until nothing changes; each pass leaves out at least one more debt, so it ends. */
function leaveOutDependants(shown: readonly ShownDebt[], why: Map<string, LeftOutWhy>): void {
  const byItem = new Map(shown.map((debt) => [debt.itemId, debt]))
  const orphan = (): ShownDebt | undefined =>
    shown.find((debt) => {
      if (why.has(debt.id) || debt.dependsOn === null) return false
      const partner = byItem.get(debt.dependsOn)
      return partner === undefined || why.has(partner.id)
    })
  for (let debt = orphan(); debt !== undefined; debt = orphan()) {
    why.set(debt.id, 'partner-left-out')
  }
}
