import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AnswerItem, Debt } from '../../../src/ledger/debts/debts.ts'
import { compareDebts } from '../../../src/reconciliation/debts/compare-debts.ts'
import { debt, item, vehicle } from './debt-samples.ts'

describe('what an answer changes', () => {
  test('an item that was never seen is a new open debt', () => {
    const { items } = compareDebts(vehicle, [item({ amountCents: 100n })], [])
    expect(items).toMatchObject([{ change: 'new', toState: 'open', ordinal: 0 }])
  })

  test('a late fee changes the amount of the same debt', () => {
    const known = debt({ amountCents: 100n })
    const { items, missing } = compareDebts(vehicle, [item({ amountCents: 112n })], [known])
    expect(items).toMatchObject([{ change: 'changed', previousCents: 100n, ordinal: 0 }])
    expect(missing).toEqual([])
  })

  test('a description with other accents and case is the same debt', () => {
    const known = debt({ amountCents: 100n, description: 'MULTA - Estacionamento' })
    const again = item({ amountCents: 100n, description: 'multa   estácionamento' })
    expect(compareDebts(vehicle, [again], [known]).items).toMatchObject([{ change: 'same' }])
  })

  test('another due date is another debt, and the old one is gone', () => {
    const known = debt({ amountCents: 100n })
    const other = item({ amountCents: 100n, dueDate: '2026-06-10' })
    const { items, missing } = compareDebts(vehicle, [other], [known])
    expect(items).toMatchObject([{ change: 'new' }])
    expect(missing).toMatchObject([{ id: known.id, toState: 'gone' }])
  })

  test('a debt that was gone and is back is open again, under its old ordinal', () => {
    const known = debt({ amountCents: 100n, state: 'gone', shown: false })
    const { items } = compareDebts(vehicle, [item({ amountCents: 100n })], [known])
    expect(items).toMatchObject([
      { change: 'reappeared', fromState: 'gone', toState: 'open', ordinal: 0 },
    ])
  })

  test.each(['ordered', 'paid', 'settled'] as const)(
    'a debt that is %s and still shown keeps its state and is no new debt',
    (state) => {
      const known = debt({ amountCents: 100n, state })
      const { items } = compareDebts(vehicle, [item({ amountCents: 100n })], [known])
      expect(items).toMatchObject([{ change: 'same', toState: state }])
    },
  )

  test.each(['ordered', 'paid'] as const)(
    'a debt that is %s and not shown any more keeps its state',
    (state) => {
      const { missing } = compareDebts(vehicle, [], [debt({ amountCents: 100n, state })])
      expect(missing).toMatchObject([{ fromState: state, toState: state }])
    },
  )

  test('a debt that left before is not missed a second time', () => {
    const known = debt({ amountCents: 100n, state: 'gone', shown: false })
    expect(compareDebts(vehicle, [], [known]).missing).toEqual([])
  })
})

describe('equal debts', () => {
  test('two equal tickets are two debts', () => {
    const twins = [item({ amountCents: 100n }), item({ amountCents: 100n })]
    const { items } = compareDebts(vehicle, twins, [])
    expect(items.map(({ ordinal }) => ordinal)).toEqual([0, 1])
  })

  test('when one of two equal debts was paid and one is shown, the shown one is the unpaid', () => {
    const paid = debt({ amountCents: 100n, ordinal: 0, state: 'paid' })
    const open = debt({ amountCents: 100n, ordinal: 1 })
    const { items, missing } = compareDebts(vehicle, [item({ amountCents: 100n })], [paid, open])
    expect(items).toMatchObject([{ ordinal: 1, toState: 'open' }])
    expect(missing).toMatchObject([{ id: paid.id, toState: 'paid' }])
  })

  test('of two equal tickets the one that cannot be paid is not taken for the paid one', () => {
    const paid = debt({ amountCents: 100n, ordinal: 0, state: 'paid' })
    const unpayable = debt({ amountCents: 100n, ordinal: 1, isPayable: false })
    const answered = [item({ amountCents: 100n }), item({ amountCents: 100n, isPayable: false })]
    const { items } = compareDebts(vehicle, answered, [paid, unpayable])
    expect(items.map(({ ordinal, isPayable }) => [ordinal, isPayable])).toEqual([
      [0, true],
      [1, false],
    ])
  })

  test('equal debts of different amounts keep their ordinals whatever the order', () => {
    const known = [debt({ amountCents: 100n, ordinal: 0 }), debt({ amountCents: 200n, ordinal: 1 })]
    const answered = [item({ amountCents: 200n }), item({ amountCents: 100n })]
    const { items } = compareDebts(vehicle, answered, known)
    expect(items.map(({ amountCents, ordinal }) => [amountCents, ordinal])).toEqual([
      [200n, 1],
      [100n, 0],
    ])
  })

  test('a fee on a live debt is not taken for the return of an equal one that had left', () => {
    const known = [
      debt({ amountCents: 100n, ordinal: 0 }),
      debt({ amountCents: 110n, ordinal: 1, state: 'gone', shown: false }),
    ]
    const { items } = compareDebts(vehicle, [item({ amountCents: 110n })], known)
    expect(items).toMatchObject([{ ordinal: 0, change: 'changed' }])
  })
})

describe('a debt that had left and is shown again', () => {
  test.each(['gone', 'ordered', 'paid', 'settled'] as const)(
    'at another amount is the same debt, not a new one: %s',
    (state) => {
      const known = debt({ amountCents: 100n, state, shown: false })
      const { items, missing } = compareDebts(vehicle, [item({ amountCents: 130n })], [known])
      const toState = state === 'gone' ? 'open' : state
      expect(items).toMatchObject([
        { change: 'reappeared', ordinal: 0, previousCents: 100n, fromState: state, toState },
      ])
      expect(missing).toEqual([])
    },
  )

  const gone = { state: 'gone', shown: false } as const
  const left = { state: 'paid', shown: false } as const
  const settled = { state: 'settled', shown: true } as const
  const live = { state: 'open', shown: true } as const
  test.each([
    ['its own amount before another', [gone, 100n], [gone, 200n], 200n, 1],
    ['the lowest ordinal when no amount fits', [gone, 100n], [gone, 200n], 300n, 0],
    ['one that was paid before one that was gone', [gone, 100n], [left, 200n], 300n, 1],
    ['a live one, dearer by a fee, before one that had left', [left, 100n], [live, 200n], 100n, 1],
    ['a live one before one that was settled', [settled, 100n], [live, 200n], 100n, 1],
    ['one that was settled before one that was gone', [gone, 100n], [settled, 200n], 300n, 1],
  ] as const)('of two is %s', (_name, [first, one], [second, two], cents, ordinal) => {
    const known = [
      debt({ amountCents: one, ordinal: 0, ...first }),
      debt({ amountCents: two, ordinal: 1, ...second }),
    ]
    const { items } = compareDebts(vehicle, [item({ amountCents: cents })], known)
    expect(items.map((each) => each.ordinal)).toEqual([ordinal])
  })
})

const amounts = fc.constantFrom(100n, 200n, 300n)
const texts = fc.constantFrom('Multa A', 'Multa B')
const answers = fc.array(fc.record({ amountCents: amounts, description: texts }), {
  maxLength: 6,
})
const states = fc.constantFrom<Debt['state']>('open', 'approved', 'ordered', 'paid', 'settled')

/** Applies answers one after the other, as the ledger would. */
function live(history: readonly AnswerItem[][], state: (id: string) => Debt['state']): Debt[] {
  let known: Debt[] = []
  for (const answered of history) {
    const { items, missing } = compareDebts(vehicle, answered, known)
    const left = new Map(missing.map((each) => [each.id, each.toState]))
    const kept = known
      .filter((each) => !items.some((shown) => keyOf(shown) === keyOf(each)))
      .map((each) => ({ ...each, shown: false, state: left.get(each.id) ?? each.state }))
    const shown = items.map((each) => {
      const before = known.find((one) => keyOf(one) === keyOf(each))
      const next = debt({ ...each, state: each.toState, shown: true })
      return before === undefined ? { ...next, state: state(next.id) } : { ...next, id: before.id }
    })
    known = [...kept, ...shown]
  }
  return known
}

function keyOf(each: { fingerprint: string; ordinal: number }): string {
  return `${each.fingerprint} ${each.ordinal}`
}

describe('for any history of answers', () => {
  const histories = fc.array(answers, { maxLength: 4 })

  test('every item is exactly one debt and no ordinal is given twice', () => {
    fc.assert(
      fc.property(histories, answers, states, (history, next, state) => {
        const known = live(
          history.map((each) => each.map(item)),
          () => state,
        )
        const { items, missing } = compareDebts(vehicle, next.map(item), known)
        expect(items).toHaveLength(next.length)
        expect(new Set(items.map(keyOf)).size).toBe(next.length)
        const shownBefore = known.filter((each) => each.shown).length
        const stillShown = items.filter(({ change }) => change === 'same' || change === 'changed')
        expect(stillShown.length + missing.length).toBe(shownBefore)
        expect(new Set(known.map(keyOf)).size).toBe(known.length)
      }),
    )
  })

  test('the order of the items changes nothing', () => {
    fc.assert(
      fc.property(histories, answers, fc.infiniteStream(fc.nat()), (history, next, keys) => {
        const known = live(
          history.map((each) => each.map(item)),
          () => 'open',
        )
        const answered = next.map(item)
        const drawn = answered.map((each) => ({ each, key: keys.next().value ?? 0 }))
        const shuffled = drawn
          .sort((a, b) => a.key - b.key)
          .map(({ each }, position) => ({ ...each, position }))
        const seen = (items: readonly AnswerItem[]) =>
          compareDebts(vehicle, items, known)
            .items.map((each) => `${keyOf(each)} ${each.amountCents} ${each.change}`)
            .sort()
        expect(seen(shuffled)).toEqual(seen(answered))
      }),
    )
  })

  test('the same answer again changes nothing', () => {
    fc.assert(
      fc.property(histories, answers, (history, next) => {
        const all = [...history, next].map((each) => each.map(item))
        const known = live(all, () => 'open')
        const { items, missing } = compareDebts(vehicle, next.map(item), known)
        expect(items.filter(({ change }) => change !== 'same')).toEqual([])
        expect(missing).toEqual([])
      }),
    )
  })

  test('what is ordered, paid or settled is never moved by an answer', () => {
    fc.assert(
      fc.property(histories, answers, states, (history, next, state) => {
        const known = live(
          history.map((each) => each.map(item)),
          () => state,
        )
        const inOrder = new Set<string>(['ordered', 'paid', 'settled'])
        const { items, missing } = compareDebts(vehicle, next.map(item), known)
        const moved = [...items, ...missing].filter(
          ({ fromState, toState }) => inOrder.has(fromState ?? '') && fromState !== toState,
        )
        expect(moved).toEqual([])
      }),
    )
  })
})
