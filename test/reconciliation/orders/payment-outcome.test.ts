import { describe, expect, test } from 'vitest'
import type { Order } from '../../../src/contract/order.ts'
import { defaultOrderStatuses } from '../../../src/reconciliation/orders/order-statuses.ts'
import {
  paymentBaseline,
  paymentOutcome,
  readBaseline,
} from '../../../src/reconciliation/orders/paying/payment-outcome.ts'
import { order } from './order-samples.ts'

const card = (status: string, attempt: string | null, more: object = {}): Order =>
  order({
    method: 'credit_card',
    status,
    latest_attempt: attempt === null ? null : { method: 'credit_card', status: attempt, ...more },
  })

const before = paymentBaseline(card('awaiting_payment', 'pending'))
const outcome = (now: Order, since = before) => paymentOutcome(defaultOrderStatuses, now, since)

describe('an order, against what it was before its card was charged,', () => {
  test.each<[string, string, string | null]>([
    ['paid', 'paid', 'paid'],
    ['paid', 'settling', 'paid'],
    ['paid', 'settled', null],
    ['paid', 'awaiting_payment', 'paid'],
    ['paid', 'refunded', 'refunded'],
    ['under-way', 'processing', 'processing'],
    ['under-way', 'processing', null],
    ['under-way', 'awaiting_payment', 'processing'],
    ['declined', 'awaiting_payment', 'declined'],
    ['declined', 'failed', 'failed'],
    ['unknown', 'em_analise', 'pending'],
    ['unknown', 'awaiting_payment', 'negada'],
    ['unchanged', 'awaiting_payment', 'pending'],
    ['unchanged', 'awaiting_payment', null],
  ])('is %s: %s, attempt %s', (said, status, attempt) => {
    expect(outcome(card(status, attempt))).toBe(said)
  })

  test('says nothing while its last attempt is the declined one of before', () => {
    const declined = card('awaiting_payment', 'declined', { message: 'no funds' })
    const since = paymentBaseline(declined)
    expect(outcome(declined, since)).toBe('unchanged')
    const another = card('awaiting_payment', 'declined', { message: 'lost' })
    expect(outcome(another, since)).toBe('declined')
  })

  test('says nothing but that it is paid when nobody knows what it was before', () => {
    const declined = card('awaiting_payment', 'declined')
    expect(paymentOutcome(defaultOrderStatuses, declined, undefined)).toBe('unchanged')
    expect(paymentOutcome(defaultOrderStatuses, card('paid', 'paid'), undefined)).toBe('paid')
  })
})

test('a baseline is the same whatever the order of the fields, and survives JSON', () => {
  const one = card('awaiting_payment', 'pending', { a: 1, b: { c: 2, d: 3 } })
  const other = card('awaiting_payment', 'pending', { b: { d: 3, c: 2 }, a: 1 })
  expect(paymentBaseline(one)).toEqual(paymentBaseline(other))
  expect(readBaseline(JSON.parse(JSON.stringify(before)))).toEqual(before)
  for (const odd of [null, 'x', {}, { status: 1, attempt: 'x' }]) {
    expect(readBaseline(odd)).toBeUndefined()
  }
})
