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

const FOREIGN = { known: false }
const GONE = { shown: false }
const ticket = shown()
const before = { ...ticket, id: 'before', itemId: 'before', fingerprint: 'of another UF' }
const sameItemId = { ...held(ticket, { debt: null }), description: 'x', dueDate: null, year: null }
const sameText = { dueDate: ticket.dueDate, description: ticket.description }
const twin = shown({ ordinal: 1, itemId: ticket.itemId })
const refused = held(ticket, { refused: true })
const unlike = shown({ kind: 'other', group: 'other' })

/** What an order of one item means for a debt that is to be ordered. */
test.each<['debt' | 'kin' | 'nothing', string, HeldItem, ShownDebt, status?: string]>([
  ['debt', 'the same item id, and nothing else alike', sameItemId, ticket],
  ['debt', 'an older item id', held(ticket, { itemId: 'older', description: 'Old words' }), ticket],
  [
    'debt',
    'what identifies it, however that is written, of an order that nobody here knows',
    held(ticket, { ...FOREIGN, description: ' excesso  de VELOCIDADE!' }),
    ticket,
  ],
  ['debt', 'the debt of before the vehicle moved to another state', held(before), ticket],
  ['debt', 'the same, in a status that nobody knows', held(ticket), ticket, 'em_analise'],
  ['debt', 'the same, settled', held(ticket), ticket, 'settled'],
  ['nothing', 'the same, of an order that expired', held(ticket), ticket, 'expired'],
  ['nothing', 'the same, of an order that failed', held(ticket), ticket, 'failed'],
  ['nothing', 'the same, of an order that was refunded', held(ticket), ticket, 'refunded'],
  ['nothing', 'an item that the authority refused and that was refunded', refused, ticket],
  ['nothing', 'the other one of two equal tickets', held(ticket), shown({ ordinal: 1 })],
  // A later answer may give an item's id to its twin.
  ['nothing', 'the twin whose item id this was', held(ticket), twin],
  ['nothing', 'another debt of the same amount', held(licensing()), ticket],
  ['nothing', 'all alike but the kind', held(licensing(sameText), FOREIGN), ticket],
  ['nothing', 'all alike but the year', held(shown({ year: 2025 }), FOREIGN), ticket],
  [
    'nothing',
    'all alike but the year, and no date',
    held(licensing({ year: 2025, dueDate: null }), FOREIGN),
    licensing({ dueDate: null }),
  ],
  [
    'nothing',
    'another kind on the same day, not shown',
    held(licensing({ dueDate: ticket.dueDate, ...GONE })),
    ticket,
  ],
  [
    'kin',
    'another date and another text of ours, not shown',
    held(licensing({ ...GONE, description: 'Taxa' })),
    licensing({ dueDate: '2026-05-28' }),
  ],
  [
    'kin',
    'another date of an order that nobody here knows',
    held(licensing(), FOREIGN),
    licensing({ dueDate: '2026-05-28' }),
  ],
  [
    'nothing',
    'another text of ours while the last answer shows both',
    held(licensing()),
    licensing({ description: 'Licenciamento 2026 - multa' }),
  ],
  [
    'nothing',
    'another date of ours, settled',
    held(licensing(GONE)),
    licensing({ dueDate: '2026-05-28' }),
    'settled',
  ],
  ['nothing', 'a ticket of another day', held(shown(GONE)), shown({ dueDate: '2026-06-01' })],
  ['kin', 'a ticket of the day, reworded', held(shown(GONE)), shown({ description: 'Em recurso' })],
  ['kin', 'the other way of paying the IPVA of that year', held(single(GONE)), instalment(1)],
  ['kin', 'the other way of paying it, settled', held(single(GONE)), instalment(1), 'settled'],
  ['kin', 'an instalment of the IPVA that is to be paid at once', held(instalment(1)), single()],
  ['kin', 'the other way, by somebody else', held(single(), FOREIGN), instalment(2)],
  [
    'nothing',
    'the other way of paying the IPVA of another year',
    held(single({ ...GONE, year: 2025 })),
    instalment(1),
  ],
  ['nothing', 'an earlier instalment of ours', held(instalment(1, GONE)), instalment(2)],
  ['kin', 'one of somebody else', held(instalment(1, GONE), FOREIGN), instalment(2)],
  [
    'kin',
    'an instalment of ours under another date',
    held(instalment(1, GONE)),
    instalment(1, { dueDate: '2026-03-31' }),
  ],
  [
    'kin',
    'an instalment of ours of the day under another text',
    held(instalment(1, { ...GONE, description: 'Cota A' })),
    instalment(1),
  ],
  ['nothing', 'the licensing of that year, for its IPVA', held(licensing(GONE)), single()],
  ['nothing', 'the IPVA of that year, for its licensing', held(single(GONE)), licensing()],
])('%s: what an order holds by %s', (means, _by, item, wanted, status) => {
  const order = made([item], status)
  const because = means === 'nothing' ? undefined : `order-holds-${means}: order (${order.status})`
  expect(blockingReason(order, [planItem(unlike), planItem(wanted)])).toBe(because)
})

test('an order of which neither the service nor the ledger says what it holds blocks while it lives', () => {
  const reasonOf = (status?: string) => blockingReason(made(null, status), [planItem(ticket)])
  expect(reasonOf()).toBe('order-hides-items: order (awaiting_payment)')
  for (const status of ['expired', 'failed', 'refunded']) expect(reasonOf(status)).toBeUndefined()
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
  const KIN = 'order-holds-kin: order (awaiting_payment)'
  const HOLDS = 'order-holds-debt: order (awaiting_payment)'
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
