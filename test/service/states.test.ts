/** The tables of moves: every state is reached, and no forbidden move is made. */
import { expect, test } from 'vitest'
import { ATTEMPT_STATUSES, ITEM_SETTLEMENTS, ORDER_STATUSES } from '../../src/contract/order.ts'
import {
  consultationBefore,
  consultationMoves,
} from '../../src/service/consultations/consultation-state.ts'
import {
  attemptMoves,
  before,
  dueMove,
  itemMoves,
  orderMoves,
} from '../../src/service/orders/order-state.ts'

test('every state but the first is reached, and every move leads to a state', () => {
  const tables = [
    [orderMoves, ORDER_STATUSES, 'awaiting_payment'],
    [attemptMoves, ATTEMPT_STATUSES, 'pending'],
    [itemMoves, ITEM_SETTLEMENTS, 'pending'],
    [consultationMoves, Object.keys(consultationMoves), 'pending'],
  ] as const
  for (const [moves, states, first] of tables) {
    const reached = Object.values<readonly string[]>(moves).flat()
    expect(new Set<string>([first, ...reached])).toEqual(new Set<string>(states))
  }
})

test('a finished consultation moves no more, and a paid order never awaits payment again', () => {
  expect(consultationBefore('ready')).toEqual(['pending'])
  expect(consultationBefore('failed')).toEqual(['pending'])
  expect(consultationBefore('pending')).toEqual([])
  expect(before(orderMoves, 'paid')).toEqual(['awaiting_payment', 'processing'])
  expect(before(orderMoves, 'awaiting_payment')).toEqual(['processing'])
  expect(before(orderMoves, 'settled')).toEqual(['settling'])
})

test('an order moves by itself only once its time has come', () => {
  for (const status of ORDER_STATUSES) {
    expect(dueMove({ status, moveAtMs: null }, 100, 10)).toBeNull()
    expect(dueMove({ status, moveAtMs: 101 }, 100, 10)).toBeNull()
    const due = dueMove({ status, moveAtMs: 100 }, 100, 10)
    expect(due === null || before(orderMoves, due.to).includes(status)).toBe(true)
  }
  const settling = dueMove({ status: 'paid', moveAtMs: 50 }, 100, 10)
  expect(settling).toEqual({ to: 'settling', atMs: 50, nextMoveAtMs: 60 })
})
