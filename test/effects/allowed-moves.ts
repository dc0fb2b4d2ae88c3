/** Which move each kind of effect may make, written by hand: from the row's state to the column's. */
import type { EffectKind, EffectState } from '../../src/ledger/effects/effects.ts'

export const STATES: readonly EffectState[] = [
  ...(['planned', 'claimed', 'intent', 'in-doubt', 'held', 'done', 'adopted'] as const),
  ...(['rejected', 'quarantined', 'needs-person', 'withdrawn'] as const),
]

/** Where nothing waits for anything but a person. */
export const FINISHED: ReadonlySet<EffectState> = new Set(STATES.slice(STATES.indexOf('done')))

/** A vehicle or a consultation that nobody found is asked for again: a second one costs little. */
const REPEATABLE = `
                planned claimed intent in-doubt held done adopted rejected quarantined needs-person
  planned       -       yes     -      yes      -    -    -       -        -           -
  claimed       yes     -       yes    yes      -    -    yes     yes      yes         -
  intent        yes     yes     -      yes      -    yes  yes     yes      yes         -
  in-doubt      yes     -       -      yes      -    -    yes     -        yes         yes
  held          -       -       -      -        -    -    -       -        -           -
  done          -       -       -      -        -    -    -       -        -           -
  adopted       -       -       -      -        -    -    -       -        -           -
  rejected      -       -       -      -        -    -    -       -        -           -
  quarantined   yes     -       -      -        -    -    yes     yes      -           -
  needs-person  yes     -       -      -        -    -    yes     yes      -           -`

/** An order in doubt is never planned again before it was held until a later run. */
const ORDER = `
                planned claimed intent in-doubt held done adopted rejected quarantined needs-person
  planned       -       yes     -      yes      -    -    -       -        -           -
  claimed       yes     -       yes    yes      -    -    yes     yes      yes         -
  intent        yes     yes     -      yes      -    yes  yes     yes      yes         -
  in-doubt      -       -       -      yes      yes  -    yes     -        yes         yes
  held          yes     -       -      yes      yes  -    yes     -        yes         yes
  done          -       -       -      -        -    -    -       -        -           -
  adopted       -       -       -      -        -    -    -       -        -           -
  rejected      -       -       -      -        -    -    -       -        -           -
  quarantined   yes     -       -      -        -    -    yes     yes      -           -
  needs-person  yes     -       -      -        -    -    yes     yes      -           -`

/** A card payment of an earlier version: what its ledger holds stays allowed. */
const PAY = `
                planned claimed intent in-doubt held done adopted rejected quarantined needs-person
  planned       -       yes     -      yes      -    -    -       -        -           -
  claimed       yes     -       yes    yes      -    -    yes     yes      yes         -
  intent        yes     yes     -      yes      -    yes  yes     yes      yes         -
  in-doubt      -       -       -      yes      -    -    yes     -        yes         yes
  held          -       -       -      -        -    -    -       -        -           -
  done          -       -       -      -        -    -    -       -        -           -
  adopted       -       -       -      -        -    -    -       -        -           -
  rejected      -       -       -      -        -    -    -       -        -           -
  quarantined   yes     -       -      -        -    -    yes     yes      -           -
  needs-person  yes     -       -      -        -    -    yes     yes      -           -`

const TABLES: Record<EffectKind, string> = {
  register: REPEATABLE,
  consult: REPEATABLE,
  order: ORDER,
  pay: PAY,
}

/** An approval is taken back before its order's intent, and nothing comes after that. */
const WITHDRAWN = ['order: planned -> withdrawn', 'order: claimed -> withdrawn']

/** Every move of every kind that is allowed, as `order: held -> planned`. */
export const ALLOWED_MOVES: ReadonlySet<string> = new Set([
  ...Object.entries(TABLES).flatMap(([kind, table]) => allowedIn(table, kind)),
  ...WITHDRAWN,
])

/** Every move of every kind that could be written down. */
export const ALL_MOVES = (['register', 'consult', 'order', 'pay'] as const).flatMap((kind) =>
  STATES.flatMap((from) => STATES.map((to) => ({ kind, from, to }))),
)

export const moveName = (move: { kind: EffectKind; from: EffectState; to: EffectState }): string =>
  `${move.kind}: ${move.from} -> ${move.to}`

function allowedIn(table: string, kind: string): string[] {
  const [columns = [], ...rows] = table
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(/ +/))
  return rows.flatMap(([from, ...cells]) =>
    columns.filter((_, place) => cells[place] === 'yes').map((to) => `${kind}: ${from} -> ${to}`),
  )
}
