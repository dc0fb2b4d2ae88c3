/**
 * Pure. Which debts of a vehicle's answer go into one order: the payable ones, one way of each
 * year's IPVA, and whatever they must be paid together with; and why each other one is left out.
 */
import { DEBT_ITEMS_PER_ORDER_MAX } from '../../contract/limits.ts'
import { isProvisionalRenavam } from '../../fleet/renavam.ts'
import type { Debt, ShownDebt } from '../../ledger/debts.ts'
import { ipvaAlternatives } from '../debts/ipva-alternatives.ts'
import type { OrderPolicy } from './order-policy.ts'

export type LeftOutWhy =
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
  /** One order holds so many; the rest goes into the next one. */
  | 'order-full'

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
  /** YYYY-MM-DD where the fleet is. */
  readonly today: string
}

const OPEN = new Set<Debt['state']>(['open', 'proposed'])

export function chooseItems(facts: ChoiceFacts, policy: OrderPolicy): Choice {
  const ipva = ipvaReasons(facts, policy)
  const why = new Map<string, LeftOutWhy>()
  for (const debt of facts.shown) {
    const reason = ownReason(debt, facts) ?? ipva.get(debt.id)
    if (reason !== undefined) why.set(debt.id, reason)
  }
  leaveOutDependants(facts.shown, why)
  leaveOutRest(facts.shown, why)
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

function ipvaReasons(facts: ChoiceFacts, policy: OrderPolicy): Map<string, LeftOutWhy> {
  const reasons = new Map<string, LeftOutWhy>()
  const latest = addDays(facts.today, policy.instalmentsDueWithinDays)
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

/** Until nothing changes: each pass leaves out at least one more, so it ends. */
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

/** The latest due go first, and with them whatever must be paid together with them. */
function leaveOutRest(shown: readonly ShownDebt[], why: Map<string, LeftOutWhy>): void {
  const left = shown.filter((debt) => !why.has(debt.id)).toSorted(byDueDate)
  while (left.length > DEBT_ITEMS_PER_ORDER_MAX) {
    const last = left.pop()
    if (last !== undefined) why.set(last.id, 'order-full')
  }
  leaveOutDependants(shown, why)
}

/** Plain dates compare as text; a debt without one is asked for now. */
function byDueDate(a: ShownDebt, b: ShownDebt): number {
  return (a.dueDate ?? '').localeCompare(b.dueDate ?? '') || a.position - b.position
}

function addDays(date: string, days: number): string {
  return Temporal.PlainDate.from(date).add({ days }).toString()
}
