import { describe, expect, test } from 'vitest'
import type { ShownDebt } from '../../../src/ledger/debts/debts.ts'
import {
  blockingReason,
  firstBlock,
  holdsExactly,
} from '../../../src/reconciliation/orders/placing/match-orders.ts'
import type {
  HeldItem,
  HeldOrder,
} from '../../../src/reconciliation/orders/placing/match-orders.ts'
import {
  defaultOrderStatuses,
  standingOf,
} from '../../../src/reconciliation/orders/order-statuses.ts'
import { held, instalment, licensing, planItem, shown, single } from './order-samples.ts'

function made(items: readonly HeldItem[] | null, status = 'awaiting_payment'): HeldOrder {
  return { id: 'order', status, standing: standingOf(defaultOrderStatuses, status), held: items }
}

const blocks = (order: HeldOrder, ...debts: ShownDebt[]): string | undefined =>
  blockingReason(order, debts.map(planItem))

const FOREIGN = { known: false }
const HOLDS = 'order-holds-debt: order (awaiting_payment)'
const KIN = 'order-holds-kin: order (awaiting_payment)'

describe('an order blocks', () => {
  const ticket = shown()

  test('by an item id of our own answers, whatever its words', () => {
    const order = made([held(ticket, { description: 'Other words', dueDate: null })])
    expect(blocks(order, shown(), ticket)).toBe(HOLDS)
  })

  test('by an older item id of the same debt', () => {
    const order = made([held(ticket, { itemId: 'of an older answer', description: 'Old words' })])
    expect(blocks(order, ticket)).toBe(HOLDS)
  })

  test('by what identifies a debt, however it is written, when nobody here knows its item', () => {
    const order = made([held(ticket, { ...FOREIGN, description: ' excesso  de VELOCIDADE!' })])
    expect(blocks(order, ticket)).toBe(HOLDS)
  })

  test('when the vehicle has moved to another state meanwhile', () => {
    const before = { ...ticket, id: 'before', itemId: 'before', fingerprint: 'of another UF' }
    expect(blocks(made([held(before)]), ticket)).toBe(HOLDS)
  })

  test('with a status that nobody knows, and with one that is settled', () => {
    const items = [held(ticket)]
    expect(blocks(made(items, 'em_analise'), ticket)).toBe('order-holds-debt: order (em_analise)')
    expect(blocks(made(items, 'settled'), ticket)).toBe('order-holds-debt: order (settled)')
  })

  test('when neither the service nor the ledger says what it holds', () => {
    expect(blocks(made(null), ticket)).toBe('order-hides-items: order (awaiting_payment)')
  })

  test.each(['expired', 'failed', 'refunded'])('not once it is %s', (status) => {
    expect(blocks(made([held(ticket)], status), ticket)).toBeUndefined()
    expect(blocks(made(null, status), ticket)).toBeUndefined()
  })

  test('not by an item that the authority refused and that was refunded', () => {
    const refused = held(ticket, { refused: true })
    expect(blocks(made([refused], 'settled'), ticket)).toBeUndefined()
    expect(blocks(made([refused, held(licensing())], 'settled'), ticket)).toBeUndefined()
  })

  test('not for the other one of two equal tickets', () => {
    expect(blocks(made([held(ticket)]), shown({ ordinal: 1 }))).toBeUndefined()
    // A later answer may give an item's id to its twin.
    const twin = shown({ ordinal: 1, itemId: ticket.itemId })
    expect(blocks(made([held(ticket)]), twin)).toBeUndefined()
  })

  test('not for other debts of the same amount', () => {
    expect(blocks(made([held(licensing())]), ticket)).toBeUndefined()
  })
})

describe('a debt of the same kind and year', () => {
  test('under another date is for a person, in an order of ours too once it is not shown', () => {
    const moved = licensing({ dueDate: '2026-05-28' })
    expect(blocks(made([held(licensing(), FOREIGN)]), moved)).toBe(KIN)
    expect(blocks(made([held(licensing({ shown: false }))]), moved)).toBe(KIN)
  })

  test('is another debt when the last answer shows both', () => {
    const other = licensing({ description: 'Licenciamento 2026 - multa' })
    expect(blocks(made([held(licensing())]), other)).toBeUndefined()
  })

  test('does not block once the other one is settled', () => {
    const order = made([held(licensing({ shown: false }))], 'settled')
    expect(blocks(order, licensing({ dueDate: '2026-05-28' }))).toBeUndefined()
  })

  test('is another ticket on another day, and may be the same on the same day', () => {
    const gone = shown({ shown: false })
    expect(blocks(made([held(gone)]), shown({ dueDate: '2026-06-01' }))).toBeUndefined()
    expect(blocks(made([held(gone)]), shown({ description: 'Em recurso' }))).toBe(KIN)
  })
})

describe('a year of IPVA', () => {
  test('is never ordered in a second way, even beside a settled order', () => {
    const paid = held(single({ shown: false }))
    expect(blocks(made([paid]), instalment(1))).toBe(KIN)
    expect(blocks(made([paid], 'settled'), instalment(1))).toBe('order-holds-kin: order (settled)')
    expect(blocks(made([held(instalment(1))]), single())).toBe(KIN)
    expect(blocks(made([held(single(), FOREIGN)]), instalment(2))).toBe(KIN)
  })

  test('goes on by instalments beside our own, and not beside those of somebody else', () => {
    const first = instalment(1, { shown: false })
    expect(blocks(made([held(first)]), instalment(2))).toBeUndefined()
    expect(blocks(made([held(first, FOREIGN)]), instalment(2))).toBe(KIN)
    expect(blocks(made([held(first)]), instalment(1, { dueDate: '2026-03-31' }))).toBe(KIN)
  })
})

describe('an order holds exactly a plan', () => {
  const a = shown()
  const b = licensing()
  const items = [planItem(a), planItem(b)]

  test('in any order of its items', () => {
    expect(holdsExactly(made([held(b), held(a)]), items)).toBe(true)
    expect(holdsExactly(made([held(b, FOREIGN), held(a)]), items)).toBe(true)
  })

  test('not with one more, one less, or one of them twice', () => {
    expect(holdsExactly(made([held(a), held(b), held(single())]), items)).toBe(false)
    expect(holdsExactly(made([held(a)]), items)).toBe(false)
    expect(holdsExactly(made([held(a), held(a)]), items)).toBe(false)
  })

  test('not by its amount alone', () => {
    const others = [shown({ dueDate: '2026-06-01' }), licensing({ year: 2025 })]
    const order = made(others.map((debt) => held(debt)))
    expect(holdsExactly(order, items)).toBe(false)
    expect(holdsExactly(made(null), items)).toBe(false)
    expect(holdsExactly(made([]), items)).toBe(false)
  })

  test('with two equal tickets, whichever of them the ledger knows', () => {
    const twins = [shown({ ordinal: 0 }), shown({ ordinal: 1 })]
    const [first, second] = twins
    if (first === undefined || second === undefined) throw new Error('unreachable')
    const order = made([held(second, FOREIGN), held(first)])
    expect(holdsExactly(order, twins.map(planItem))).toBe(true)
    expect(holdsExactly(made([held(first), held(first)]), twins.map(planItem))).toBe(false)
  })
})

describe('what a person told apart', () => {
  const ticket = shown()
  const alike = made([held(licensing(), FOREIGN)])
  const moved = licensing({ dueDate: '2026-05-28' })

  test('does not block any more, and whatever else is there does', () => {
    const items = [planItem(moved)]
    expect(firstBlock([alike], items)).toBe(KIN)
    expect(firstBlock([alike], items, new Set(['order']))).toBeUndefined()
    const other = { ...alike, id: 'other' }
    expect(firstBlock([alike, other], items, new Set(['order']))).toMatch(/: other /)
  })

  test('blocks all the same when it surely holds the debt', () => {
    const same = made([held(ticket)])
    expect(firstBlock([same], [planItem(ticket)], new Set(['order']))).toBe(HOLDS)
  })
})
