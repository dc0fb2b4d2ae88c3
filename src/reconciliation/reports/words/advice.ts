/**
 * Pure. What a person is to check about something in doubt, and what not to do: which sentence fits
 * an effect's kind, its state and the reason why it waits, or an order's shut pay gate. Every
 * reason has one; what a service says in its own words falls back on the sentence of its state.
 */
import type { EffectKind } from '../../../ledger/effects/effects.ts'
import { MISMATCHES, type Block, type Mismatch } from '../../orders/order-reasons.ts'
import { fill, type Messages } from './messages.ts'
import { isKeyOf } from '../../../fields.ts'

/** In doubt and held effects are looked up again; the other two wait for a person. */
export type HeldState = 'in-doubt' | 'held' | 'quarantined' | 'needs-person'

export type AdviceKey = keyof Messages['advice']

/** While it is looked up; once look-ups found nothing; where several may be it. */
const BY_KIND = {
  register: { waits: 'wait-vehicle', lost: 'lost-vehicle', choose: 'choose-vehicle' },
  consult: { waits: 'wait-consultation', lost: 'lost-consultation', choose: 'choose-consultation' },
  order: { waits: 'wait-order', lost: 'lost-order', choose: 'choose-order' },
  pay: { waits: 'card-in-doubt', lost: 'card-in-doubt', choose: 'attempt-unknown' },
} as const satisfies Record<EffectKind, Record<'waits' | 'lost' | 'choose', AdviceKey>>

const BLOCKS = {
  'order-holds-debt': 'order-in-the-way',
  'order-holds-kin': 'order-alike',
  'order-hides-items': 'order-hides',
} as const satisfies Record<Block, AdviceKey>

const WRONG = {
  'other-vehicle': 'never-pay',
  'other-items': 'never-pay',
  'other-method': 'compare-order',
  'debts-differ': 'compare-order',
  'total-differs': 'compare-order',
  'fee-differs': 'compare-order',
  'amounts-changed': 'compare-order',
  'found-at-service': 'found-order',
  'twin-order': 'twin-order',
  'items-hidden': 'hidden-items',
} as const satisfies Record<Mismatch, AdviceKey>

export interface InDoubt {
  readonly kind: EffectKind
  readonly state: HeldState
  readonly reason: string | null
}

export function adviceKey({ kind, state, reason }: InDoubt): AdviceKey {
  switch (state) {
    case 'in-doubt':
      return BY_KIND[kind].waits
    case 'held':
      return 'held-order'
    case 'needs-person':
      return BY_KIND[kind].lost
    case 'quarantined':
      return quarantineKey(kind, headOf(reason))
  }
}

function quarantineKey(kind: EffectKind, head: string): AdviceKey {
  if (isKeyOf(BLOCKS, head)) return BLOCKS[head]
  if (head === 'unreadable') return 'unreadable'
  return wrongKey(head) ?? BY_KIND[kind].choose
}

/** The advice for a shut pay gate; a code that failed its checks has one sentence for all. */
export function gateAdviceKey(gateReason: string | null): AdviceKey {
  const head = headOf(gateReason)
  if (head === 'payment-in-doubt') return 'card-in-doubt'
  return wrongKey(head) ?? 'wrong-code'
}

function wrongKey(head: string): AdviceKey | undefined {
  const mismatch = MISMATCHES.find((each) => each === head)
  return mismatch === undefined ? undefined : WRONG[mismatch]
}

/** The code before the colon: `order-holds-debt` of `order-holds-debt: 5f0f… (paid)`. */
function headOf(reason: string | null): string {
  return (reason ?? '').split(': ')[0] ?? ''
}

/** `when`: the next look-up, as the reader writes it; empty when nothing looks by itself. */
export function advice(texts: Messages, key: AdviceKey, when = ''): string {
  return fill(texts.advice[key], { when: when === '' ? texts.advice.soon : when })
}
