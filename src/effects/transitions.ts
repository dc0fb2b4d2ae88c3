/** Pure. Which moves an effect may make; docs and the ledger's own check follow this table. */
import type { EffectKind, EffectState } from '../ledger/effects.ts'

/** What any kind may do; `mayMove` takes away what its kind forbids. */
const moves = {
  planned: ['claimed', 'in-doubt'],
  claimed: ['planned', 'intent', 'adopted', 'rejected', 'quarantined', 'in-doubt'],
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
} as const satisfies Record<EffectState, readonly EffectState[]>

/** Nothing happens to these any more without a person. */
export function isFinished(state: EffectState): boolean {
  return !['planned', 'claimed', 'intent', 'in-doubt', 'held'].includes(state)
}

export function mayMove(kind: EffectKind, from: EffectState, to: EffectState): boolean {
  const allowed: readonly EffectState[] = moves[from]
  if (!allowed.includes(to)) return false
  const fromDoubt = from === 'in-doubt' || from === 'held'
  // A card that may have been charged is never charged again by code.
  if (kind === 'pay' && fromDoubt && (to === 'planned' || to === 'held')) return false
  // An order is planned again only after it was held and looked up once more.
  if (kind === 'order' && from === 'in-doubt' && to === 'planned') return false
  return to !== 'held' || kind === 'order'
}

/** Throws when a move is not in the table: a bug, whatever wanted it. */
export function assertMove(kind: EffectKind, from: EffectState, to: EffectState): void {
  if (!mayMove(kind, from, to)) throw new Error(`An effect of kind ${kind}: ${from} -> ${to}.`)
}

/** Every pair of the table, for the test that compares it with the ledger's check. */
export function allMoves(): (readonly [EffectState, EffectState])[] {
  return stateNames().flatMap((from) => moves[from].map((to) => [from, to] as const))
}

function stateNames(): EffectState[] {
  return Object.keys(moves) as EffectState[]
}
