/** Pure. Another service's words for an order, its attempt and its items, as the operator's file says. */
import type { Order } from '../../contract/order.ts'
import {
  defaultOrderStatuses,
  type OrderStatuses,
} from '../../reconciliation/orders/order-statuses.ts'

/** Our word for each meaning of the file. */
const OURS = {
  order: {
    payable: 'awaiting_payment',
    open: 'processing',
    paid: 'paid',
    settled: 'settled',
    dead: 'failed',
    refunded: 'refunded',
  },
  attempt: {
    payable: 'pending',
    open: 'processing',
    paid: 'paid',
    dead: 'failed',
    refunded: 'refunded',
  },
  item: { open: 'settling', settled: 'settled', refused: 'failed' },
} as const

export type InOurWords = (order: Order) => Order

export function inOurWords(statuses: OrderStatuses): InOurWords {
  const word = (subject: keyof typeof OURS, said: string): string => {
    const ours: Readonly<Record<string, string>> = OURS[subject]
    const meaning = statuses[subject].get(said)
    // A word without another meaning than ours stays, known or not.
    const isSame = meaning === undefined || meaning === defaultOrderStatuses[subject].get(said)
    return isSame ? said : (ours[meaning] ?? said)
  }
  return (order) => ({
    ...order,
    status: word('order', order.status),
    latest_attempt: order.latest_attempt && {
      ...order.latest_attempt,
      status: word('attempt', order.latest_attempt.status),
    },
    ...(order.items && {
      items: order.items.map(({ settlement_status: said, ...item }) =>
        said === undefined ? item : { ...item, settlement_status: word('item', said) },
      ),
    }),
  })
}
