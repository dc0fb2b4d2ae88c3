/** Which move each kind of effect may make, written by hand: from the row's state to the column's. */
import type { EffectKind, EffectState } from '../../src/ledger/effects/effects.ts'

export const STATES: readonly EffectState[] = [
  ...(['planned', 'claimed', 'intent', 'in-doubt', 'held', 'done', 'adopted'] as const),
  ...(['rejected', 'quarantined', 'needs-person', 'withdrawn'] as const),
]

/** Where nothing waits for anything but a person. */
export const FINISHED: ReadonlySet<EffectState> = new Set(STATES.slice(STATES.indexOf('done')))

/**
 * Each cell names the kinds that may make the move. A vehicle or a consultation that nobody found
 * is asked for `again`: a second one costs little. An `order` in doubt is never planned again
 * before it was held until a later run. Card payments (`pay`) are of an earlier version: what its
 * ledger holds stays allowed.
 */
const MOVES = `
                planned claimed intent in-doubt held  done adopted rejected quarantined needs-person
  planned       -       all     -      all      -     -    -       -        -           -
  claimed       all     -       all    all      -     -    all     all      all         -
  intent        all     all     -      all      -     all  all     all      all         -
  in-doubt      again   -       -      all      order -    all     -        all         all
  held          order   -       -      order    order -    order   -        order       order
  done          -       -       -      -        -     -    -       -        -           -
  adopted       -       -       -      -        -     -    -       -        -           -
  rejected      -       -       -      -        -     -    -       -        -           -
  quarantined   all     -       -      -        -     -    all     all      -           -
  needs-person  all     -       -      -        -     -    all     all      -           -`

const KINDS = ['register', 'consult', 'order', 'pay'] as const

/** What stands in a cell. */
const MAKERS: Readonly<Record<string, readonly EffectKind[]>> = {
  all: KINDS,
  again: ['register', 'consult'],
  order: ['order'],
}

/** An approval is taken back before its order's intent, and nothing comes after that. */
const WITHDRAWN = ['order: planned -> withdrawn', 'order: claimed -> withdrawn']

/** Every move of every kind that is allowed, as `order: held -> planned`. */
export const ALLOWED_MOVES: ReadonlySet<string> = new Set([...allowedIn(MOVES), ...WITHDRAWN])

/** Every move of every kind that could be written down. */
export const ALL_MOVES = KINDS.flatMap((kind) =>
  STATES.flatMap((from) => STATES.map((to) => ({ kind, from, to }))),
)

export const moveName = (move: { kind: EffectKind; from: EffectState; to: EffectState }): string =>
  `${move.kind}: ${move.from} -> ${move.to}`

function allowedIn(table: string): string[] {
  const [columns = [], ...rows] = table
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(/ +/))
  return rows.flatMap(([from, ...cells]) =>
    columns.flatMap((to, place) =>
      (MAKERS[cells[place] ?? ''] ?? []).map((kind) => `${kind}: ${from} -> ${to}`),
    ),
  )
}
