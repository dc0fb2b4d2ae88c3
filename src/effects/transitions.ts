/** Pure. Which moves an effect may make; the ledger's own checks follow this table. */
import type { EffectKind, EffectState } from '../ledger/effects/effects.ts'

/** What any kind may do; `mayMove` takes away what its kind forbids. */
const moves = {
  planned: ['claimed', 'in-doubt', 'withdrawn'],
  claimed: ['planned', 'intent', 'adopted', 'rejected', 'quarantined', 'in-doubt', 'withdrawn'],
  intent: [
    'done',
    'adopted',
    'rejected',
    'quarantined',
    'planned',
    // The slot or the intent went stale before the first byte: the claim goes on.
    'claimed',
    'in-doubt',
  ],
  'in-doubt': ['in-doubt', 'adopted', 'quarantined', 'planned', 'held', 'needs-person'],
  held: ['held', 'in-doubt', 'adopted', 'quarantined', 'planned', 'needs-person'],
  done: [],
  adopted: [],
  rejected: [],
  // Only a person moves these on.
  quarantined: ['adopted', 'rejected', 'planned'],
  'needs-person': ['adopted', 'rejected', 'planned'],
  withdrawn: [],
} as const satisfies Record<EffectState, readonly EffectState[]>

export function mayMove(kind: EffectKind, from: EffectState, to: EffectState): boolean {
  const allowed: readonly EffectState[] = moves[from]
  if (!allowed.includes(to)) return false
  // Only an order is held, and only an order has an approval that a person may take back.
  if (from === 'held' || to === 'held' || to === 'withdrawn') return kind === 'order'
  // A card payment of an earlier version is ended by a person only, and an order is planned again
  // only after it was held and looked up once more.
  const isReplanned = from === 'in-doubt' && to === 'planned'
  return !isReplanned || kind === 'register' || kind === 'consult'
}

/** Throws when a move is not in the table: a bug, whatever wanted it. */
export function assertMove(kind: EffectKind, from: EffectState, to: EffectState): void {
  if (!mayMove(kind, from, to)) throw new Error(`An effect of kind ${kind}: ${from} -> ${to}.`)
}
