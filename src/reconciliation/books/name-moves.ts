/**
 * Pure. What one step did to the balance of one debt, in the words of a roll-forward. Whatever the
 * step, the cents of its moves add up to what the balance changed by.
 */
import type { HistoricEvent, HistoricOrderEvent } from '../../ledger/histories/vehicle-histories.ts'
import { costCentreKey } from '../../fleet/cost-centre.ts'
import { isTakeBack } from './event-dates.ts'
import type { Holder } from './holders.ts'
import type { Moving } from './movement.ts'

export interface StepOfDebt {
  /** What counted as owed before the step and after it, in cents. */
  readonly before: bigint
  readonly after: bigint
  readonly event: HistoricEvent | undefined
  readonly fromState: HistoricEvent['toState'] | null
  /** What the order that moved it pays for it. */
  readonly itemCents: bigint | undefined
  /** The order's newest event of money. */
  readonly told: HistoricOrderEvent | undefined
  /** Its year's IPVA counts in another way than before. */
  readonly isOtherWay: boolean
  /** Set when the vehicle itself changed. */
  readonly holders: ChangedHolders | null
}

interface ChangedHolders {
  readonly former: Holder
  readonly holder: Holder
  /** The vehicle was never in that fleet before. */
  readonly isFirst: boolean
}

export interface Move {
  readonly class: Moving
  readonly cents: bigint
  /** Whose balance it is: the holder's before the step, or after it. */
  readonly of: 'former' | 'holder'
  readonly dated: 'paid' | 'refunded' | null
  /** The other side of a payment or refund of what is not in the balance. */
  readonly isOffset: boolean
}

export function nameMoves(step: StepOfDebt): Move[] {
  return step.holders === null ? ofEvent(step) : ofChange(step, step.holders)
}

function ofEvent({ before, after, event, fromState, ...step }: StepOfDebt): Move[] {
  if (event?.event === 'moved') {
    const wasPaid = isPaid(fromState)
    const cents = step.itemCents ?? (wasPaid ? after : before)
    const entry = step.isOtherWay ? 'alternative' : 'returned'
    const { told } = step
    if (!wasPaid && isPaid(event.toState)) {
      const isUndone = told !== undefined && isTakeBack(told)
      return paid(before, cents, entry, isUndone ? 'refunded' : 'paid')
    }
    if (wasPaid && !isPaid(event.toState)) {
      return refunded(after, cents, told?.event === 'unpaid' ? 'paid' : 'refunded')
    }
  }
  if (before === after) return []
  if (step.isOtherWay && (before === 0n || after === 0n)) {
    return [plain('alternative', after - before)]
  }
  return [plain(classOf(event, before, after), after - before)]
}

function classOf(event: HistoricEvent | undefined, before: bigint, after: bigint): Moving {
  const isGone = event?.event === 'gone' || event?.toState === 'gone'
  if (isGone) return 'gone'
  if (event?.event === 'new') return 'new'
  if (event?.event === 'reappeared' && before === 0n) return 'returned'
  if (before === 0n || after === 0n) return 'alternative'
  return after > before ? 'increase' : 'decrease'
}

/**
 * `cents`: what was paid, which may differ from what the newest answer asks for. `name`: whether it
 * is a payment, or a refund that is taken back.
 */
function paid(before: bigint, cents: bigint, entry: Moving, name: 'paid' | 'refunded'): Move[] {
  const moves = [dated(name, -cents, name)]
  if (before === 0n) return [dated(entry, cents, name, true), ...moves].filter(isAny)
  if (before < cents) return [dated('increase', cents - before, name), ...moves]
  if (before > cents) moves.push(dated('decrease', cents - before, name))
  return moves.filter(isAny)
}

/**
 * A debt whose money came back is owed again, unless no answer shows it any more. `name`: whether
 * it is a refund, or a payment that is taken back.
 */
function refunded(after: bigint, cents: bigint, name: 'paid' | 'refunded'): Move[] {
  const moves = [dated(name, cents, 'refunded')]
  if (after === 0n) moves.push(dated('gone', -cents, 'refunded', true))
  else if (after > cents) moves.push(dated('increase', after - cents, 'refunded'))
  else if (after < cents) moves.push(dated('decrease', after - cents, 'refunded'))
  return moves.filter(isAny)
}

/** What a balance does when the vehicle's holder changes. */
export function ofChange(
  { before, after }: Pick<StepOfDebt, 'before' | 'after'>,
  { former, holder, isFirst }: ChangedHolders,
): Move[] {
  const leaves = before === 0n ? [] : [-before]
  const comes = after === 0n ? [] : [after]
  const isSameFleet = former.fleet === holder.fleet
  if (isSameFleet && former.inFleet === holder.inFleet) {
    const isSameBook =
      former.cnpj === holder.cnpj &&
      costCentreKey(former.costCentre) === costCentreKey(holder.costCentre)
    if (isSameBook || before === 0n) return []
    return [
      ...leaves.map((cents) => plain('transfer', cents, 'former')),
      ...comes.map((cents) => plain('transfer', cents)),
    ]
  }
  return [
    ...leaves.map((cents) => plain('left-fleet', cents, 'former')),
    ...comes.map((cents) => plain(isFirst ? 'new' : 'returned', cents)),
  ]
}

function isPaid(state: HistoricEvent['toState'] | null): boolean {
  return state === 'paid' || state === 'settled'
}

function isAny({ cents }: Move): boolean {
  return cents !== 0n
}

function plain(name: Moving, cents: bigint, of: Move['of'] = 'holder'): Move {
  return { class: name, cents, of, dated: null, isOffset: false }
}

function dated(name: Moving, cents: bigint, by: 'paid' | 'refunded', isOffset = false): Move {
  return { class: name, cents, of: 'holder', dated: by, isOffset }
}
