/**
 * Pure. What became of an order between two reads of it, as the books need it: the service's own
 * instants where it names any (paid_at, settled_at, created_at are optional in the interface).
 */
import type { Order } from '../../contract/order.ts'
import { parsePixCode } from '../../fleet/pix-code.ts'
import type { OrderEvent } from '../../ledger/orders/order-events-sql.ts'
import type { OrderFacts } from '../../ledger/orders/orders.ts'
import type { OrderEventName } from '../../ledger/schema/tables-books.ts'
import type { OrderStanding } from '../../ledger/schema/tables-orders.ts'
import { paidNote } from './paid-sums.ts'

type Known = Pick<
  OrderFacts,
  'standing' | 'refundedCents' | 'pixCode' | 'boletoLine' | 'totalCents' | 'chargedCents'
>

/** Standings of an order whose money has left. */
const PAID: ReadonlySet<OrderStanding> = new Set(['paid', 'settled', 'refunded'])

const UNPAID: ReadonlySet<OrderStanding> = new Set(['open', 'dead'])

/** `before`: null for an order that the ledger had not recorded. */
export function orderEvents(before: Known | null, now: OrderFacts, order: Order): OrderEvent[] {
  const events: OrderEvent[] = []
  const tell = (
    event: OrderEventName,
    at: string | null | undefined,
    told: Partial<Pick<OrderEvent, 'amountCents' | 'note' | 'onlyAfter'>> = {},
  ): void => {
    const occurredAt = instantOf(at)
    const toldBy = occurredAt === null ? 'nobody' : 'service'
    const nothing = { amountCents: 0n, note: '', onlyAfter: undefined }
    events.push({ event, occurredAt, toldBy, ...nothing, ...told })
  }
  if (before === null) tell('created', order.created_at)
  if (now.pixCode !== '' && now.pixCode !== (before?.pixCode ?? '')) {
    tell('coded', null, { note: txidOf(now.pixCode) })
  }
  if (now.boletoLine !== '' && now.boletoLine !== (before?.boletoLine ?? '')) {
    tell('coded', null, { note: now.boletoLine })
  }
  const wasPaid = before !== null && PAID.has(before.standing)
  const isPaid = PAID.has(now.standing)
  if (isPaid && !wasPaid) {
    tell('paid', order.paid_at, { amountCents: leftWith(now), note: paidNote(now) })
  }
  // What it was before its status was unknown, only the events that were told say.
  const wasUnknown = before?.standing === 'unknown'
  if (before !== null && (wasPaid || wasUnknown) && UNPAID.has(now.standing)) {
    const onlyAfter = wasUnknown ? 'paid' : undefined
    tell('unpaid', null, { amountCents: leftWith(before), onlyAfter })
  }
  if (now.standing === 'settled' && before?.standing !== 'settled') {
    tell('settled', order.settled_at)
  }
  const refundedCents = now.refundedCents - (before?.refundedCents ?? 0n)
  const isRefunded = now.standing === 'refunded' && before?.standing !== 'refunded'
  // Below 0 where the service takes back what it had told: the order's refunds add up to its word.
  if (refundedCents !== 0n || isRefunded) {
    tell('refunded', null, { amountCents: refundedCents, note: order.status })
  }
  if (now.standing === 'dead' && before?.standing !== 'dead') {
    const at = order.status === 'expired' ? order.expires_at : null
    tell('expired', at, { note: order.status })
  }
  return events
}

/** What the payer was charged: on a card with the interest of its instalments. */
function leftWith({ chargedCents, totalCents }: Known): bigint {
  return chargedCents ?? totalCents
}

/** The bank's statement names it; a code without one is matched by its amount. */
function txidOf(pixCode: string): string {
  const code = parsePixCode(pixCode)
  return code.ok && code.value.txid !== '***' ? code.value.txid : ''
}

/** Null where the service tells none. */
export function instantOf(text: string | null | undefined): Date | null {
  const ms = Date.parse(text ?? '')
  return Number.isNaN(ms) ? null : new Date(ms)
}
