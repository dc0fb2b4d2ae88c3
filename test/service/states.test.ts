/** The tables of moves: every state is reached, and no forbidden move is made. */
import { expect, test } from 'vitest'
import { ATTEMPT_STATUSES, ITEM_SETTLEMENTS, ORDER_STATUSES } from '../../src/contract/order.ts'
import { attemptMoves, itemMoves, orderMoves, walk, walked } from '../../src/service/order-state.ts'

test('every state but the first is reached, and every move leads to a state', () => {
  const tables = [
    [orderMoves, ORDER_STATUSES, 'awaiting_payment'],
    [attemptMoves, ATTEMPT_STATUSES, 'pending'],
    [itemMoves, ITEM_SETTLEMENTS, 'pending'],
  ] as const
  for (const [moves, states, first] of tables) {
    const reached = Object.values<readonly string[]>(moves).flat()
    expect(new Set<string>([first, ...reached])).toEqual(new Set<string>(states))
  }
})

test('a paid order never awaits payment again', () => {
  expect(walk(orderMoves, 'paid', 'awaiting_payment')).toBeUndefined()
})

test('news that skip states walk every state between, by the shortest way', () => {
  expect(walk(orderMoves, 'awaiting_payment', 'settled')).toEqual(['paid', 'settling', 'settled'])
  expect(walk(orderMoves, 'processing', 'expired')).toEqual(['awaiting_payment', 'expired'])
  expect(walk(itemMoves, 'pending', 'failed')).toEqual(['settling', 'failed'])
  expect(walk(attemptMoves, 'pending', 'declined')).toEqual(['processing', 'declined'])
  for (const status of ORDER_STATUSES) expect(walk(orderMoves, status, status)).toEqual([])
  expect(() => walked(orderMoves, 'expired', 'paid')).toThrow('expired')
})
