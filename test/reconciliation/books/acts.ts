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

export const DEBTS = [
  { id: 'ticket-1', kind: 'ticket', year: 2025, dueDate: '2026-03-10' },
  { id: 'ticket-2', kind: 'ticket', year: 2025, dueDate: null },
  { id: 'licensing', kind: 'licensing', year: 2026, dueDate: '2026-05-20' },
  { id: 'single', kind: 'ipva_unique', year: 2026, dueDate: '2026-02-14' },
  { id: 'part-1', kind: 'ipva_installment', year: 2026, dueDate: '2026-02-14' },
  { id: 'part-2', kind: 'ipva_installment', year: 2026, dueDate: '2026-03-14' },
] as const

const cents = fc.integer({ min: 1, max: 999_999 })
const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constant('answer' as const),
      amounts: fc.tuple(...DEBTS.map(() => fc.option(cents, { freq: 3 }))),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constant('order' as const),
      which: fc.tuple(...DEBTS.map(() => fc.boolean())),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      act: fc.constant('pay' as const),
      daysBefore: fc.integer({ min: 0, max: 40 }),
      told: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constant('bank' as const),
      event: fc.constantFrom('paid', 'refunded', 'fall'),
      daysBefore: fc.option(fc.integer({ min: 0, max: 60 })),
    }),
  },
  { weight: 2, arbitrary: fc.constantFrom<Act>({ act: 'settle' }, { act: 'refund' }) },
  { weight: 1, arbitrary: fc.constantFrom<Act>({ act: 'expire' }, { act: 'leave' }) },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constant('give' as const),
      cents: fc.integer({ min: 1, max: 99_999 }),
    }),
  },
  { weight: 2, arbitrary: fc.constant<Act>({ act: 'refuse' }) },
  { weight: 2, arbitrary: fc.constantFrom<Act>({ act: 'fall' }, { act: 'unpay' }) },
  { weight: 1, arbitrary: fc.constantFrom<Act>({ act: 'return' }, { act: 'close' }) },
  {
    weight: 1,
    arbitrary: fc.record({
      act: fc.constant('sell' as const),
      fleet: fc.constantFrom('principal', 'Filial'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      act: fc.constant('move' as const),
      costCentre: fc.constantFrom('A', 'B'),
    }),
  },
)

export const acts = fc.array(
  fc.record({ days: fc.double({ min: 0.1, max: 20, noNaN: true }), act }),
  { minLength: 3, maxLength: 40 },
)
