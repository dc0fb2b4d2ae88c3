/** Pure. Money that an order moved, as the bank's account saw it. */
import { plainDay } from '../../../clock.ts'
import type { OrderMoney } from '../../../ledger/books/bank-lines.ts'
import type { OurMovement } from './bank-row.ts'
import { sizeOf } from './open-entries.ts'

export function movementOf(money: OrderMoney, zone: string): OurMovement {
  const { seq, orderId, event, cents, codes } = money
  const day = plainDay((money.occurredAt ?? money.seenAt).getTime(), zone)
  const common = { id: String(seq), orderId, day, cents: sizeOf(cents) }
  const takesBack = cents < 0n
  if (event !== 'paid' && !takesBack) return { kind: 'refund', ...common }
  return { kind: 'payment', ...common, txids: codes, takesBack }
}
