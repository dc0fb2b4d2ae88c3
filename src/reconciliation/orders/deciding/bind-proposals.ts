/**
 * Pure. Binds the lines of a proposals.csv that came back to the plans they speak of: one decision
 * for each plan whose lines are all there and are what was proposed, and for every other one why
 * not, at the line that is to blame.
 */
import { parseReais } from '../../../fleet/money.ts'
import { normalizePlate } from '../../../fleet/plate.ts'
import type { Plan } from '../../../ledger/plans.ts'
import type { ProposalColumn } from './proposal-headers.ts'
import { verdictOf } from './proposal-headers.ts'
import type { ReturnedLine } from './read-proposals.ts'

export type FileBounce =
  | 'unreadable'
  /** The cell follows. */
  | 'unknown-word'
  /** Lines of one plan that say approve, and others that say reject. */
  | 'contradiction'
  | 'plan-unknown'
  /** The file has fewer lines of this plan than the plan has debts. */
  | 'line-missing'
  /** A debt that the plan does not have, or has once and the file twice. */
  | 'line-added'
  | 'amount-edited'
  | 'method-edited'
  | 'plate-edited'
  | 'binding-edited'

export interface FiledPlan {
  readonly planId: string
  readonly plate: string
  readonly lines: readonly ReturnedLine[]
}

export type Bound =
  | { readonly bound: 'nothing' }
  | {
      readonly bound: 'decision'
      readonly verdict: 'approve' | 'reject'
      readonly hash: string
      readonly reason: string | undefined
    }
  | {
      readonly bound: 'bounced'
      readonly line: number
      readonly why: FileBounce
      readonly about?: string
    }

/** In the order of the file; a plan's lines need not stand together. */
export function plansOfFile(lines: readonly ReturnedLine[]): FiledPlan[] {
  const byPlan = Map.groupBy(lines, (line) => cellOf(line, 'plan').toLowerCase())
  return [...byPlan].map(([planId, own]) => {
    return {
      planId,
      plate: own.map((line) => cellOf(line, 'plate')).find(Boolean) ?? '',
      lines: own,
    }
  })
}

/** `plan`: undefined when there is none with that id in the fleet. */
export function bindPlan(filed: FiledPlan, plan: Plan | undefined, plate: string): Bound {
  const decided = decisionOf(filed)
  if (decided.bound !== 'decision') return decided
  const [first] = filed.lines
  if (plan === undefined) return bounced(first, 'plan-unknown')
  return misfit(filed, plan, plate) ?? decided
}

function decisionOf({ lines }: FiledPlan): Bound {
  const [first] = lines
  const verdicts = lines.map((line) => ({ line, verdict: verdictOf(cellOf(line, 'decision')) }))
  const said = verdicts.filter(({ verdict }) => verdict !== undefined)
  if (said.length === 0) return { bound: 'nothing' }
  const unreadable = lines.find((line) => line.isUnreadable)
  if (unreadable !== undefined) return bounced(unreadable, 'unreadable')
  const unknown = said.find(({ verdict }) => verdict === 'unknown')
  if (unknown !== undefined) {
    return bounced(unknown.line, 'unknown-word', cellOf(unknown.line, 'decision').slice(0, 40))
  }
  const verdict = said[0]?.verdict === 'reject' ? 'reject' : 'approve'
  const other = said.find((each) => each.verdict !== verdict)
  if (other !== undefined) return bounced(other.line, 'contradiction')
  const reason = lines.map((line) => cellOf(line, 'reason')).find((text) => text !== '')
  const hash = first === undefined ? '' : cellOf(first, 'binding').toLowerCase()
  return { bound: 'decision', verdict, hash, reason }
}

/** The first line that is not as it went out. */
function misfit({ lines }: FiledPlan, plan: Plan, plate: string): Bound | undefined {
  const left = new Map(plan.items.map((item) => [item.debtId, item]))
  const [first] = lines
  const binding = first === undefined ? '' : cellOf(first, 'binding').toLowerCase()
  for (const line of lines) {
    const item = left.get(cellOf(line, 'debt').toLowerCase())
    if (item === undefined) return bounced(line, 'line-added')
    left.delete(item.debtId)
    const amount = parseReais(cellOf(line, 'amount'))
    if (!amount.ok || amount.value !== item.amountCents) {
      return bounced(line, 'amount-edited', cellOf(line, 'amount').slice(0, 40))
    }
    if (cellOf(line, 'method').toLowerCase() !== plan.method) return bounced(line, 'method-edited')
    if (normalizePlate(cellOf(line, 'plate')) !== plate) return bounced(line, 'plate-edited')
    if (cellOf(line, 'binding').toLowerCase() !== binding) return bounced(line, 'binding-edited')
  }
  return left.size === 0 ? undefined : bounced(first, 'line-missing', `${left.size}`)
}

function bounced(line: ReturnedLine | undefined, why: FileBounce, about?: string): Bound {
  return { bound: 'bounced', line: line?.line ?? 0, why, ...(about === undefined ? {} : { about }) }
}

function cellOf(line: ReturnedLine, column: ProposalColumn): string {
  return line.cells[column] ?? ''
}
