/**
 * Pure. What a person may say about an effect that waits for one, or about an order whose pay gate
 * is shut for good, and what each choice does. Nothing else moves these on.
 */
import type { Effect, EffectKind, EffectState } from '../../../ledger/effects/effects.ts'
import { MISMATCHES, type Mismatch } from '../order-reasons.ts'
import { keysOf } from '../../../fields.ts'

export type Choice =
  /** This order is ours; `accept` names what is wrong with it, and opens its pay gate for that. */
  | { readonly choice: 'adopt'; readonly orderId: string; readonly accept: Mismatch | undefined }
  /** Nothing was made: the debts are free for another proposal. */
  | { readonly choice: 'none' }
  /** That order holds other debts, although it looks alike: ours may be sent. */
  | { readonly choice: 'different'; readonly orderId: string }
  /** The card was charged for it. */
  | { readonly choice: 'paid' }
  | { readonly choice: 'not-paid' }

export type ChoiceName = Choice['choice']

/** `gate`: no effect waits, only an order's pay gate does. */
export type CaseKind = EffectKind | 'gate'

interface Outcome {
  /** Where the effect goes; absent where there is none to move. */
  readonly to?: 'adopted' | 'rejected' | 'planned'
}

const TABLE: Readonly<Record<CaseKind, Readonly<Partial<Record<ChoiceName, Outcome>>>>> = {
  order: { adopt: { to: 'adopted' }, none: { to: 'rejected' }, different: { to: 'planned' } },
  pay: { paid: { to: 'adopted' }, 'not-paid': { to: 'rejected' } },
  // It is looked up once more before it is ever sent.
  register: { none: { to: 'planned' } },
  consult: { none: { to: 'planned' } },
  gate: { adopt: {} },
}

const WAITS_FOR_PERSON: ReadonlySet<EffectState> = new Set(['quarantined', 'needs-person'])

/** Nothing looks up a card payment that an earlier version left in doubt. */
export function waitsForPerson({ kind, state }: Pick<Effect, 'kind' | 'state'>): boolean {
  return WAITS_FOR_PERSON.has(state) || (kind === 'pay' && state === 'in-doubt')
}

export function choicesOf(kind: CaseKind): ChoiceName[] {
  return keysOf(TABLE[kind])
}

/** Undefined when the choice is not offered for such a case. */
export function outcomeOf(kind: CaseKind, choice: ChoiceName): Outcome | undefined {
  return TABLE[kind][choice]
}

/**
 * An order of another vehicle, or of other debts, is never taken for ours: whoever paid it would
 * pay something else. It is left unpaid until it is dead, which gives the debts back.
 */
const NEVER: ReadonlySet<Mismatch> = new Set(['other-vehicle', 'other-items'])

export function mayAccept(mismatch: Mismatch): boolean {
  return !NEVER.has(mismatch)
}

export const ACCEPTABLE: readonly Mismatch[] = MISMATCHES.filter(mayAccept)

/** Why what a person said cannot be done; `about` names orders, or what is wrong. */
export type ResolveRefusal =
  | { readonly why: 'not-found' | 'not-waiting' | 'choice-not-offered' }
  | {
      readonly why:
        | 'order-unknown'
        | 'order-elsewhere'
        | 'mismatch'
        | 'never-ours'
        | 'of-other-debts'
        | 'matches-exist'
        | 'order-made'
        | 'not-in-the-way'
        | 'surely-the-same'
        | 'payment-seen'
        | 'payment-not-seen'
      readonly about: string
    }
