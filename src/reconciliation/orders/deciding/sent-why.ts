/** Pure. Whether the order of an approved plan can still be called back. */
import type { Effect } from '../../../ledger/effects/effects.ts'

/** Why the order of an approved plan cannot be called back any more. */
export type SentWhy =
  /** Its request is on the wire, or just left. */
  | 'order-on-its-way'
  /** Its request may have been processed. */
  | 'order-looked-up'
  | 'order-needs-person'
  | 'already-ordered'

/** Undefined while nothing was sent: then the approval can be taken back. */
export function sentWhy({ state, doubts }: Pick<Effect, 'state' | 'doubts'>): SentWhy | undefined {
  switch (state) {
    case 'planned':
    case 'claimed':
      return doubts > 0 ? 'order-looked-up' : undefined
    case 'intent':
      return 'order-on-its-way'
    case 'in-doubt':
    case 'held':
      return 'order-looked-up'
    case 'quarantined':
    case 'needs-person':
      return 'order-needs-person'
    case 'done':
    case 'adopted':
      return 'already-ordered'
    case 'rejected':
    case 'withdrawn':
      return undefined
  }
}
