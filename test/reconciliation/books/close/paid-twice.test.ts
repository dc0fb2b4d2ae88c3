import { expect, test } from 'vitest'
import { paidTwice } from '../../../../src/reconciliation/books/close/paid-twice.ts'
import type { MoneyMovement, Movement } from '../../../../src/reconciliation/books/movement.ts'

const money = (orderId: string, debtId: string | null, cents: bigint, nature = 'debt') =>
  ({ orderId, debtId, cents, nature }) as MoneyMovement
const moved = (orderId: string, debtId: string, name = 'paid') =>
  ({ orderId, debtId, class: name, cents: -1n }) as Movement

test('only what another order paid before is paid twice: a payment that moved nothing is told', () => {
  const rows = [
    money('second', 'fine', 300n),
    money('second', null, 5n, 'fee'),
    money('late', 'fine', 310n),
    money('late', 'licensing', 160n),
    money('late', 'ipva', 90n),
  ]
  const movements = [
    moved('late', 'fine', 'increase'),
    moved('second', 'fine'),
    moved('late', 'licensing'),
  ]
  expect(paidTwice(rows, movements)).toBe(310n)
})
