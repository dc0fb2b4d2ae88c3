/** What may happen to a vehicle, its debts and their orders, one thing after another. */
import fc from 'fast-check'

export type Act =
  | { readonly act: 'answer'; readonly amounts: readonly (number | null)[] }
  | { readonly act: 'order'; readonly which: readonly boolean[] }
  | { readonly act: 'pay'; readonly daysBefore: number; readonly told: boolean }
  | { readonly act: 'settle' }
  | { readonly act: 'refund' }
  /** Money comes back before anybody says for which debt. */
  | { readonly act: 'give'; readonly cents: number }
  /** It is settled, but for its first debt. */
  | { readonly act: 'refuse' }
  /** What came back is taken back, or the payment turns out to be none. */
  | { readonly act: 'fall' }
  | { readonly act: 'unpay' }
  | { readonly act: 'expire' }
  /** An order that expired is paid all the same. */
  | { readonly act: 'late' }
  /** Null: the line that dated it was another's. */
  | {
      readonly act: 'bank'
      readonly event?: 'paid' | 'refunded' | 'fall'
      readonly daysBefore: number | null
    }
  | { readonly act: 'move'; readonly costCentre: string }
  | { readonly act: 'sell'; readonly fleet: string }
  | { readonly act: 'leave' }
  | { readonly act: 'return' }
  | { readonly act: 'close' }

export interface Played {
  readonly days: number
  readonly act: Act
}

/** So many days later the service answers with these amounts of the debts below, null where gone. */
export function answers(days: number, ...amounts: readonly (number | null)[]): Played {
  return { days, act: { act: 'answer', amounts } }
}

/** ... an order is made of as many of those debts, from the first on, as are shown and open. */
export function places(days: number, count = 1): Played {
  return { days, act: { act: 'order', which: Array.from({ length: count }, () => true) } }
}

/** ... the service says that the order was paid, that many days before. */
export function pays(days: number, daysBefore = 0): Played {
  return { days, act: { act: 'pay', told: true, daysBefore } }
}

export function gives(days: number, cents: number): Played {
  return { days, act: { act: 'give', cents } }
}

export function sells(days: number, fleet: string): Played {
  return { days, act: { act: 'sell', fleet } }
}

/** The bank dates the newest such event. */
export function banks(
  days: number,
  daysBefore: number,
  event: 'paid' | 'refunded' = 'paid',
): Played {
  return { days, act: { act: 'bank', event, daysBefore } }
}

/** Whatever happens without more to say of it. */
export function happens(
  days: number,
  act:
    | 'settle'
    | 'expire'
    | 'late'
    | 'refund'
    | 'refuse'
    | 'fall'
    | 'unpay'
    | 'leave'
    | 'return'
    | 'close',
): Played {
  return { days, act: { act } }
}

export const DEBTS = [
  { id: 'ticket-1', kind: 'ticket', year: 2025, dueDate: '2026-03-10' },
  { id: 'ticket-2', kind: 'ticket', year: 2025, dueDate: null },
  { id: 'licensing', kind: 'licensing', year: 2026, dueDate: '2026-05-20' },
  { id: 'single', kind: 'ipva_unique', year: 2026, dueDate: '2026-02-14' },
  { id: 'part-1', kind: 'ipva_installment', year: 2026, dueDate: '2026-02-14' },
  { id: 'part-2', kind: 'ipva_installment', year: 2026, dueDate: '2026-03-14' },
] as const

const cents = fc.integer({ min: 1, max: 999_999 })
const often = (weight: number, arbitrary: fc.Arbitrary<Act>) => ({ weight, arbitrary })
const named = <Name extends Act['act']>(name: Name) => fc.constant(name)
const days = (max: number) => fc.integer({ min: 0, max })
const daysOrNone = fc.option(days(60))
const datable = fc.constantFrom('paid', 'refunded', 'fall')
const amounts = fc.tuple(...DEBTS.map(() => fc.option(cents, { freq: 3 })))
const which = fc.tuple(...DEBTS.map(() => fc.boolean()))
const act: fc.Arbitrary<Act> = fc.oneof(
  often(4, fc.record({ act: named('answer'), amounts })),
  often(3, fc.record({ act: named('order'), which })),
  often(5, fc.record({ act: named('pay'), daysBefore: days(40), told: fc.boolean() })),
  often(3, fc.record({ act: named('bank'), event: datable, daysBefore: daysOrNone })),
  often(2, fc.constantFrom({ act: 'settle' }, { act: 'refund' })),
  often(2, fc.constantFrom({ act: 'expire' }, { act: 'late' })),
  often(1, fc.constant({ act: 'leave' })),
  often(2, fc.record({ act: named('give'), cents: fc.integer({ min: 1, max: 99_999 }) })),
  often(2, fc.constant({ act: 'refuse' })),
  often(2, fc.constantFrom({ act: 'fall' }, { act: 'unpay' })),
  often(1, fc.constantFrom({ act: 'return' }, { act: 'close' })),
  often(1, fc.record({ act: named('sell'), fleet: fc.constantFrom('principal', 'Filial') })),
  often(1, fc.record({ act: named('move'), costCentre: fc.constantFrom('A', 'B') })),
)

/** Debts of an order that expired are in another one, so that both may be paid. */
const orderedTwice: readonly Played[] = [
  answers(1, 12_222, null, 16_022, null, null, null),
  places(1, 3),
  happens(1, 'expire'),
  places(1),
]

const some = fc.array(fc.record({ days: fc.double({ min: 0.1, max: 20, noNaN: true }), act }), {
  minLength: 3,
  maxLength: 40,
})
export const acts = fc.oneof(
  some,
  some.map((played) => [...orderedTwice, ...played]),
)
