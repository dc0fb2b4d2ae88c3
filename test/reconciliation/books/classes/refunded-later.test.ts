import { expect, test } from 'vitest'
import { historyAtMonthEnd } from '../../../../src/reconciliation/books/classes/history-at-month-end.ts'
import type { Movement } from '../../../../src/reconciliation/books/movement.ts'
import { defaultOrderStatuses } from '../../../../src/reconciliation/orders/order-statuses.ts'
import { playActs, ZONE } from '../histories.ts'

test('a refund that was taken back by a month’s end came back later, when it comes again', () => {
  const { history } = playActs([
    { days: 1, act: { act: 'answer', amounts: [100, null, null, null, null, null] } },
    { days: 1, act: { act: 'order', which: [true, false, false, false, false, false] } },
  ])
  const [{ id: orderId } = { id: '' }] = history.orders
  const moved = (day: string, cents: bigint) =>
    ({ debtId: 'ticket-1', orderId, class: 'refunded', day, cents }) as Movement
  const days = [moved('2026-05-05', 100n), moved('2026-06-05', -100n), moved('2026-07-05', 100n)]
  const laterThan = (month: string): string[] => {
    const end = { month, zone: ZONE, closes: [], statuses: defaultOrderStatuses }
    const books = { movements: days, holderAt: () => history.vehicle }
    return historyAtMonthEnd(history, books, end).orders.flatMap((each) => [...each.refundedLater])
  }
  expect(['2026-05', '2026-06', '2026-07'].map(laterThan)).toEqual([[], ['ticket-1'], []])
})
