import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyDebts, choose, idsOf, whyOf } from './choice-samples.ts'
import { instalment, licensing, shown, single } from './order-samples.ts'

describe('the policy', () => {
  test('orders its kinds only, and nothing that needs another one', () => {
    const fee = licensing()
    const ticket = shown({ description: 'ticket' })
    const needing = licensing({ description: 'needs it', dependsOn: ticket.itemId, year: 2025 })
    const choice = choose([fee, ticket, needing], { kinds: ['licensing'] })
    expect(idsOf(choice)).toEqual([fee.id])
    expect(whyOf(choice)).toEqual({ ticket: 'kind-not-ordered', 'needs it': 'partner-left-out' })
  })

  test('never orders a kind that the interface does not name', () => {
    const odd = shown({ kind: 'toll', description: 'odd' })
    expect(whyOf(choose([odd], {}))).toEqual({ odd: 'kind-not-ordered' })
  })

  test('orders what is due soon; what has no date is due now', () => {
    const debts = [
      shown({ description: 'late', dueDate: '2026-01-01' }),
      shown({ description: 'last day', dueDate: '2026-03-20' }),
      shown({ description: 'later', dueDate: '2026-03-21' }),
      shown({ description: 'undated', dueDate: null }),
    ]
    expect(whyOf(choose(debts, { dueWithinDays: 10 }))).toEqual({ later: 'due-later' })
  })

  test('has a rule of its own for instalments', () => {
    const quotas = [instalment(1, { dueDate: '2026-03-15' }), instalment(2)]
    const choice = choose(quotas, { dueWithinDays: 0, instalmentsDueWithinDays: 30 })
    expect(idsOf(choice)).toEqual([quotas[0]?.id])
  })

  test('does not pay by instalments what its kinds forbid to pay at once', () => {
    const choice = choose([single(), instalment(1)], { kinds: ['ipva_installment'] })
    expect(choice.chosen).toEqual([])
  })

  test('leaves out both of two debts that may be one, and who needs them', () => {
    const debts = [shown({ description: 'a fine' }), shown({ description: 'a fine, again' })]
    const needing = licensing({ description: 'needs it', dependsOn: debts[0]?.itemId ?? null })
    expect(whyOf(choose([...debts, needing], {}))).toEqual({
      'a fine': 'reworded',
      'a fine, again': 'reworded',
      'needs it': 'partner-left-out',
    })
  })

  test('counts the fee that is known in the limit of an order', () => {
    const debts = [shown({ description: 'first', dueDate: '2026-01-01' }), licensing()]
    const limits = { perOrderCents: 200_00n }
    expect(choose(debts, limits).chosen).toHaveLength(2)
    const choice = choose(debts, limits, { feeCents: 1n })
    expect(whyOf(choice)).toEqual({ 'Licenciamento 2026': 'order-full' })
    expect(whyOf(choose(debts, { perOrderCents: 99_99n }))).toMatchObject({ first: 'over-limit' })
  })

  test('makes no order that a day, a run or the cost centre would never let pass', () => {
    const perCostCentre = {
      period: 'day',
      defaultCents: null,
      byKey: new Map([['north', { name: 'north', cents: 99_99n }]]),
    } as const
    const debts = [shown()]
    expect(choose(debts, { perDayCents: 99_99n }).chosen).toEqual([])
    expect(choose(debts, { perRunCents: 99_99n }).chosen).toEqual([])
    expect(choose(debts, { perCostCentre }, { costCentre: 'north' }).chosen).toEqual([])
    expect(choose(debts, { perCostCentre }, { costCentre: 'south' }).chosen).toHaveLength(1)
  })
})

const answer = anyDebts(300n)
const policies = fc.record({
  prefer: fc.constantFrom('single', 'instalments'),
  dueWithinDays: fc.option(fc.nat(200)),
  itemsPerOrder: fc.integer({ min: 1, max: 6 }),
  perOrderCents: fc.option(fc.bigInt({ min: 0n, max: 900n })),
})

const COMMITTED = ['ordered', 'paid', 'settled']

describe('whatever is shown, and whatever the policy says', () => {
  test('an order is closed, open, payable and within its limits, and every debt is accounted for', () => {
    fc.assert(
      fc.property(answer, policies, (debts, policy) => {
        const { chosen, totalCents, leftOut } = choose(debts, policy)
        expect(chosen.length).toBeLessThanOrEqual(policy.itemsPerOrder)
        expect(totalCents).toBe(chosen.reduce((sum, debt) => sum + debt.amountCents, 0n))
        expect(totalCents <= (policy.perOrderCents ?? totalCents)).toBe(true)
        const items = new Set(chosen.map((debt) => debt.itemId))
        for (const debt of chosen) {
          expect(debt.isPayable).toBe(true)
          expect(['open', 'proposed']).toContain(debt.state)
          expect(items.has(debt.dependsOn ?? debt.itemId)).toBe(true)
        }
        const all = [...chosen, ...leftOut.map(({ debt }) => debt)].map((debt) => debt.id)
        expect(all.toSorted()).toEqual(debts.map((debt) => debt.id).toSorted())
      }),
      { numRuns: 1_000 },
    )
  })

  test('a year of IPVA is never paid in two ways', () => {
    fc.assert(
      fc.property(answer, policies, (debts, policy) => {
        const ofIpva = choose(debts, policy).chosen.filter((debt) => debt.group === 'ipva')
        const committed = debts.filter(
          ({ group, state }) => group === 'ipva' && COMMITTED.includes(state),
        )
        for (const debt of ofIpva) {
          const ofYear = [...ofIpva, ...committed].filter(({ year }) => year === debt.year)
          expect(new Set(ofYear.map(({ kind }) => kind))).toEqual(new Set([debt.kind]))
        }
      }),
      { numRuns: 1_000 },
    )
  })

  test('the order in which an answer lists its debts decides nothing', () => {
    fc.assert(
      fc.property(answer, policies, fc.infiniteStream(fc.nat()), (debts, policy, chance) => {
        const keyed = debts.map((debt) => ({ debt, key: chance.next().value }))
        const shuffled = keyed.toSorted((a, b) => a.key - b.key).map(({ debt }) => debt)
        expect(idsOf(choose(shuffled, policy)).toSorted()).toEqual(
          idsOf(choose(debts, policy)).toSorted(),
        )
        expect(whyOf(choose(shuffled, policy))).toEqual(whyOf(choose(debts, policy)))
      }),
    )
  })

  test('nothing is left out without need where the policy has no limits', () => {
    fc.assert(
      fc.property(answer, (debts) => {
        const { leftOut } = choose(debts)
        for (const { debt, why } of leftOut) {
          if (debt.group === 'ipva' || debt.dependsOn !== null) continue
          const isFree = debt.isPayable && ['open', 'proposed'].includes(debt.state)
          expect(isFree).toBe(false)
          expect(['ordered', 'not-payable']).toContain(why)
        }
      }),
    )
  })
})
