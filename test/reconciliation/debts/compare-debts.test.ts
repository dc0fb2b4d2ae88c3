import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AnswerItem, Debt } from '../../../src/ledger/debts/debts.ts'
import { compareDebts } from '../../../src/reconciliation/debts/compare-debts.ts'
import { debt, item, vehicle } from './debt-samples.ts'

/** Equal debts in the order of their ordinals: `100 paid`, and `100 paid left` if not shown last. */
function knownDebts(text: string): Debt[] {
  return text.split(', ').flatMap((one, ordinal) => {
    const [cents, state = 'open', left] = one.split(' ')
    if (cents === undefined || cents === '') return []
    const shown = state !== 'gone' && left === undefined
    const amountCents = BigInt(cents)
    return [debt({ id: `${ordinal}`, ordinal, amountCents, state: state as Debt['state'], shown })]
  })
}

/** `change ordinal state` of each item, then `missing ordinal state` of each debt that left. */
function outcome(answered: readonly AnswerItem[], known: readonly Debt[]): string {
  const { items, missing } = compareDebts(vehicle, answered, known)
  const shown = items.map(({ change, ordinal, toState }) => `${change} ${ordinal} ${toState}`)
  return [...shown, ...missing.map(({ id, toState }) => `missing ${id} ${toState}`)].join(', ')
}

test.each([
  ['an item that was never seen is a new open debt', '100', '', 'new 0 open'],
  ['a late fee is the same debt', '112', '100', 'changed 0 open'],
  ['a debt that was gone and is back is open again', '100', '100 gone', 'reappeared 0 open'],
  ['a debt that left before is not missed a second time', '', '100 gone', ''],
  ['one that is ordered and still shown is no new one', '100', '100 ordered', 'same 0 ordered'],
  ['one that is paid and still shown is no new one', '100', '100 paid', 'same 0 paid'],
  ['one that is settled and still shown is no new one', '100', '100 settled', 'same 0 settled'],
  ['one that is ordered stays so unseen', '', '100 ordered', 'missing 0 ordered'],
  ['one that is paid stays so unseen', '', '100 paid', 'missing 0 paid'],
  ['two equal tickets are two debts', '100 100', '', 'new 0 open, new 1 open'],
  ['the one shown is the unpaid', '100', '100 paid, 100', 'same 1 open, missing 0 paid'],
  ['amounts keep their ordinals', '200 100', '100, 200', 'same 1 open, same 0 open'],
  ['a fee on a live one is not the return of another', '110', '100, 110 gone', 'changed 0 open'],
  ['its own amount goes first', '200', '100 gone, 200 gone', 'reappeared 1 open'],
  ['then the lowest ordinal', '300', '100 gone, 200 gone', 'reappeared 0 open'],
  ['paid goes before gone', '300', '100 gone, 200 paid left', 'reappeared 1 paid'],
  ['live, dearer by a fee, goes before left', '100', '100 paid left, 200', 'changed 1 open'],
  ['live goes before settled', '100', '100 settled, 200', 'changed 1 open, missing 0 settled'],
  ['settled goes before gone', '300', '100 gone, 200 settled', 'changed 1 settled'],
  ['one that was gone is back at another amount', '130', '100 gone', 'reappeared 0 open'],
  ['one that is ordered is, too', '130', '100 ordered left', 'reappeared 0 ordered'],
  ['one that is paid is, too', '130', '100 paid left', 'reappeared 0 paid'],
  ['one that is settled is, too', '130', '100 settled left', 'reappeared 0 settled'],
])('of equal debts: %s: an answer of "%s" to "%s" is "%s"', (_, answered, known, expected) => {
  const amounts = answered.match(/\d+/g) ?? []
  const items = amounts.map((cents) => item({ amountCents: BigInt(cents) }))
  expect(outcome(items, knownDebts(known))).toBe(expected)
})

test('a description with other accents and case is the same debt, with the amount of before', () => {
  const again = item({ amountCents: 112n, description: 'multa   estácionamento' })
  for (const shown of [true, false]) {
    const known = debt({ amountCents: 100n, description: 'MULTA - Estacionamento', shown })
    const { items } = compareDebts(vehicle, [again], [known])
    const change = shown ? 'changed' : 'reappeared'
    expect(items).toMatchObject([{ change, previousCents: 100n, fromState: 'open' }])
  }
})

test('another due date is another debt, and the old one is gone', () => {
  const other = item({ amountCents: 100n, dueDate: '2026-06-10' })
  expect(outcome([other], knownDebts('100'))).toBe('new 0 open, missing 0 gone')
})

test('of two equal tickets the one that cannot be paid is not taken for the paid one', () => {
  const [paid, open] = knownDebts('100 paid, 100')
  if (paid === undefined || open === undefined) throw new Error('unreachable')
  const answered = [item({ amountCents: 100n }), item({ amountCents: 100n, isPayable: false })]
  const { items } = compareDebts(vehicle, answered, [paid, { ...open, isPayable: false }])
  expect(items.map(({ ordinal, isPayable }) => [ordinal, isPayable])).toEqual([
    [0, true],
    [1, false],
  ])
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
