import { expect, test } from 'vitest'
import { PAYMENT_DAYS } from '../../../../src/ledger/reports/payment-days.ts'
import { bankOfOrders } from '../../../../src/reconciliation/books/classes/bank-of-orders.ts'
import { historyAtMonthEnd } from '../../../../src/reconciliation/books/classes/history-at-month-end.ts'
import { trailsOfVehicle } from '../../../../src/reconciliation/books/classes/trails-of-vehicle.ts'
import type { Movement } from '../../../../src/reconciliation/books/movement.ts'
import { defaultOrderStatuses } from '../../../../src/reconciliation/orders/order-statuses.ts'
import { answers, places, pays, happens } from '../acts.ts'
import { playActs, ZONE } from '../histories.ts'

test('a refund that was taken back by a month’s end came back later, when it comes again', () => {
  const { history } = playActs([answers(1, 100), places(1)])
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

test('an order that is paid again is late for its settlement from its second payment on', () => {
  const { history, endMs } = playActs([
    answers(1, 100),
    places(1),
    pays(1),
    happens(12, 'unpay'),
    pays(1),
  ])
  const end = { month: '2026-01', zone: ZONE, closes: [], statuses: defaultOrderStatuses }
  const then = historyAtMonthEnd(history, { movements: [], holderAt: () => history.vehicle }, end)
  const settlementAfter = (daysLater: number): string | undefined => {
    const at = new Date(endMs + daysLater * 86_400_000)
    const tools = { ...end, at, days: PAYMENT_DAYS, isOurs: () => true }
    const bankOf = bankOfOrders([], false).of
    return trailsOfVehicle(then, { ...tools, bankOf })[0]?.states.settlement
  }
  expect([10, 16].map(settlementAfter)).toEqual(['waiting', 'late'])
})
