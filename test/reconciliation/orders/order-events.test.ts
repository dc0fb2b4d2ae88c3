/** What of an order is told over several reads, also where its status was unknown in between. */
import { expect, test } from 'vitest'
import { newEvents } from '../../../src/ledger/orders/order-events-sql.ts'
import type { OrderFacts } from '../../../src/ledger/orders/orders.ts'
import type { OrderEventName } from '../../../src/ledger/schema/tables-books.ts'
import type { OrderStanding } from '../../../src/ledger/schema/tables-orders.ts'
import { orderEvents } from '../../../src/reconciliation/orders/order-events.ts'
import { defaultOrderStatuses } from '../../../src/reconciliation/orders/order-statuses.ts'
import { orderFacts } from '../../../src/reconciliation/orders/placing/judge-order.ts'
import { NOW_MS, order } from './order-samples.ts'

/** Without a code, which would be an event, too. */
const FACTS = orderFacts(order({ latest_attempt: null }), {
  mismatch: undefined,
  statuses: defaultOrderStatuses,
  nowMs: NOW_MS,
  zone: 'UTC',
})

/** The events of an order that was read with these standings, one after the other. */
function told(standings: readonly OrderStanding[]): OrderEventName[] {
  const events: OrderEventName[] = []
  let before: OrderFacts | null = null
  for (const standing of standings) {
    const now: OrderFacts = { ...FACTS, standing }
    for (const { event } of newEvents(events, orderEvents(before, now, order()))) {
      events.push(event)
    }
    before = now
  }
  return events
}

const CASES: readonly (readonly [OrderStanding[], OrderEventName[]])[] = [
  [
    ['open', 'paid', 'settled'],
    ['created', 'paid', 'settled'],
  ],
  [
    ['open', 'paid', 'open'],
    ['created', 'paid', 'unpaid'],
  ],
  [
    ['open', 'paid', 'unknown', 'paid'],
    ['created', 'paid'],
  ],
  [
    ['open', 'paid', 'unknown', 'dead'],
    ['created', 'paid', 'unpaid', 'expired'],
  ],
  [
    ['open', 'paid', 'unknown', 'open', 'unknown', 'dead'],
    ['created', 'paid', 'unpaid', 'expired'],
  ],
  [
    ['open', 'unknown', 'dead'],
    ['created', 'expired'],
  ],
  [
    ['open', 'paid', 'unknown', 'unknown', 'open', 'paid'],
    ['created', 'paid', 'unpaid', 'paid'],
  ],
]

test.each(CASES)('an order that is read as %j is told as %j', (standings, events) => {
  expect(told(standings)).toEqual(events)
})

test('the refunds that are told add up to what the service says, also where it takes one back', () => {
  let before: OrderFacts = { ...FACTS, standing: 'paid' }
  const amounts = [10_000n, 0n, 10_000n, 10_000n, 2_500n].flatMap((refundedCents) => {
    const now: OrderFacts = { ...before, refundedCents }
    const events = orderEvents(before, now, order())
    before = now
    return events.map(({ event, amountCents }) => `${event} ${amountCents}`)
  })
  expect(amounts).toEqual(['refunded 10000', 'refunded -10000', 'refunded 10000', 'refunded -7500'])
})
