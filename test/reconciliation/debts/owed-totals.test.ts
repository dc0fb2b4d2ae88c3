import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Debt } from '../../../src/ledger/debts/debts.ts'
import {
  ipvaAlternatives,
  wasOtherWay,
} from '../../../src/reconciliation/debts/ipva-alternatives.ts'
import { owedTotals } from '../../../src/reconciliation/debts/owed-totals.ts'
import { debt } from './debt-samples.ts'

const policy = { today: '2026-02-10', prefer: 'single' } as const

function ipva(kind: string, amountCents: bigint, given: Partial<Debt> = {}): Debt {
  return debt({ kind, group: 'ipva', description: kind, amountCents, ...given })
}

const single = (given: Partial<Debt> = {}): Debt =>
  ipva('ipva_unique', 970n, { dueDate: '2026-02-20', ...given })
const instalment = (month: number, given: Partial<Debt> = {}): Debt =>
  ipva('ipva_installment', 340n, { dueDate: `2026-0${month}-20`, ...given })

describe('IPVA of one year', () => {
  test('the single payment counts until its due date, and both totals are shown', () => {
    const debts = [single(), instalment(1), instalment(2), instalment(3)]
    const owed = owedTotals(debts, policy)
    expect(owed.owedCents).toBe(970n)
    expect(owed.alternativeCents).toBe(1020n)
    expect(owed.ipva).toMatchObject([{ chosen: 'single', totals: { instalments: 1020n } }])
  })

  test('on its due date the single payment still counts', () => {
    const owed = owedTotals([single(), instalment(3)], { ...policy, today: '2026-02-20' })
    expect(owed.owedCents).toBe(970n)
  })

  test('after its due date the instalments count', () => {
    const owed = owedTotals([single(), instalment(3)], { ...policy, today: '2026-02-21' })
    expect(owed.ipva).toMatchObject([{ chosen: 'instalments', because: 'single-overdue' }])
    expect(owed.owedCents).toBe(340n)
  })

  test('an overdue single payment is owed when nothing else is offered', () => {
    const owed = owedTotals([single()], { ...policy, today: '2026-09-01' })
    expect(owed.owedCents).toBe(970n)
  })

  test('the policy may prefer the instalments', () => {
    const owed = owedTotals([single(), instalment(3)], { ...policy, prefer: 'instalments' })
    expect(owed.owedCents).toBe(340n)
  })

  test('a paid single payment leaves no instalment owed, even after its due date', () => {
    const debts = [single({ state: 'paid' }), instalment(3), instalment(4)]
    const owed = owedTotals(debts, { ...policy, today: '2026-06-01' })
    expect(owed.owedCents).toBe(0n)
    expect(owed.awaitingCents).toBe(970n)
    expect(owed.alternativeCents).toBe(680n)
  })

  test('a paid instalment that is not shown any more still decides for the instalments', () => {
    const paid = instalment(1, { state: 'paid', shown: false })
    const owed = owedTotals([single(), paid, instalment(3)], policy)
    expect(owed.ipva).toMatchObject([{ chosen: 'instalments', because: 'committed' }])
    expect(owed.owedCents).toBe(340n)
  })

  test('single payment and instalments both ordered are a conflict for a person', () => {
    const debts = [single({ state: 'ordered' }), instalment(3, { state: 'paid' })]
    expect(ipvaAlternatives(debts, policy)).toMatchObject([{ conflict: true }])
  })

  test('what is left of instalments that were partly paid is owed once it is assessed', () => {
    const paid = instalment(1, { state: 'settled', shown: false })
    const gone = instalment(2, { state: 'gone', shown: false })
    const rest = ipva('ipva', 700n, { dueDate: null })
    expect(owedTotals([paid, gone, rest], policy).owedCents).toBe(700n)
    const inOrder = instalment(2, { state: 'ordered', shown: false })
    expect(owedTotals([paid, inOrder, gone, rest], policy).owedCents).toBe(0n)
    expect(owedTotals([paid, rest], policy).owedCents).toBe(0n)
    expect(wasOtherWay({ ...rest, shown: false }, [paid, gone])).toBe(false)
    const ordered = [paid, gone, ipva('ipva', 700n, { state: 'ordered' })]
    expect(ipvaAlternatives(ordered, policy)).toMatchObject([
      { chosen: 'assessed', conflict: false },
    ])
  })

  test('years are apart', () => {
    const past = ipva('ipva', 1500n, { year: 2025, dueDate: null })
    const owed = owedTotals([past, single(), instalment(3)], policy)
    expect(owed.owedCents).toBe(2470n)
  })
})

const kinds = fc.constantFrom('ipva', 'ipva_unique', 'ipva_installment', 'ticket', 'licensing')
const anyDebt = fc
  .record({
    kind: kinds,
    amountCents: fc.bigInt({ min: 0n, max: 1_000_000n }),
    year: fc.constantFrom(2024, 2025, 2026),
    dueDate: fc.constantFrom(null, '2026-01-15', '2026-02-10', '2026-03-15'),
    state: fc.constantFrom<Debt['state']>('open', 'ordered', 'paid', 'settled'),
    shown: fc.boolean(),
  })
  .map((given) => debt(given))

test('owed, alternatives, what awaits settlement and what is settled are the whole answer', () => {
  fc.assert(
    fc.property(fc.array(anyDebt, { maxLength: 12 }), (debts) => {
      const owed = owedTotals(debts, policy)
      const shown = debts.filter((each) => each.shown)
      const unsettled = shown.filter(({ state }) => state !== 'settled')
      const plain = unsettled.reduce((sum, each) => sum + each.amountCents, 0n)
      expect(owed.owedCents + owed.alternativeCents + owed.awaitingCents).toBe(plain)
      expect(owed.debts).toHaveLength(shown.length)
    }),
  )
})

test('of one year only one way of IPVA is owed', () => {
  fc.assert(
    fc.property(fc.array(anyDebt, { maxLength: 12 }), (debts) => {
      const owed = owedTotals(debts, policy).debts.filter((each) => each.standing === 'owed')
      const ways = owed
        .filter(({ debt: each }) => each.kind.startsWith('ipva'))
        .map(({ debt: each }) => `${each.year} ${each.kind}`)
      const years = new Set(ways.map((way) => way.split(' ')[0]))
      expect(new Set(ways).size).toBe(years.size)
    }),
  )
})
