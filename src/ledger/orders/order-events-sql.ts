/** What became of an order and when: rows are appended, never changed. */
import { formatCents } from '../../fleet/money.ts'
import { appendEntry, FROTA_ITSELF, type AuditEvent } from '../audit/audit.ts'
import type { OrderEventName, ToldBy } from '../schema/tables-books.ts'
import type { LedgerDb } from '../schema/tx.ts'

export interface OrderEvent {
  readonly event: OrderEventName
  /** The instant that `toldBy` names. */
  readonly occurredAt: Date | null
  readonly toldBy: ToldBy
  /** Money that left, or that came back. */
  readonly amountCents: bigint
  /** The txid or line of a code; the service's word for an end; what a person said. */
  readonly note: string
  /** News only if that event was told and not taken back by this one since. */
  readonly onlyAfter?: OrderEventName | undefined
}

/** Events that happen once, until the one beside them takes them back. */
const ONCE: Partial<Record<OrderEventName, OrderEventName>> = {
  paid: 'unpaid',
  unpaid: 'paid',
  settled: 'unpaid',
  expired: 'coded',
}

/** Pure. Those of `events` that are news after `told`, oldest first. */
export function newEvents(told: readonly OrderEventName[], events: readonly OrderEvent[]) {
  const last = (name: OrderEventName | undefined): number =>
    told.findLastIndex((each) => each === name)
  return events.filter(({ event, toldBy, onlyAfter }) => {
    if (onlyAfter !== undefined && last(onlyAfter) <= last(event)) return false
    // Only the date of an event that was told before.
    if (toldBy === 'bank' || toldBy === 'person') return true
    const undone = ONCE[event]
    return undone === undefined || last(event) === -1 || last(event) < last(undone)
  })
}

/**
 * Returns those that were appended: an order whose status was unknown for a while was paid once,
 * although its standing became paid twice. Call it under the order's lock.
 */
export async function appendEvents(
  db: LedgerDb,
  orderId: string,
  events: readonly OrderEvent[],
  seenAt: Date,
): Promise<OrderEvent[]> {
  if (events.length === 0) return []
  const told = await db
    .selectFrom('frota.order_event')
    .select('event')
    .where('order_id', '=', orderId)
    // A row that only dates an event says nothing of which event came last.
    .where('told_by', 'in', ['service', 'nobody'])
    .orderBy('seq')
    .execute()
  const added = newEvents(
    told.map(({ event }) => event),
    events,
  )
  if (added.length === 0) return []
  await db
    .insertInto('frota.order_event')
    .values(
      added.map(({ event, occurredAt, toldBy, amountCents, note }) => ({
        order_id: orderId,
        event,
        occurred_at: occurredAt,
        told_by: toldBy,
        seen_at: seenAt,
        amount_cents: amountCents,
        note,
      })),
    )
    .execute()
  return added
}

const AUDITED: Partial<Record<OrderEventName, AuditEvent>> = {
  paid: 'order-paid',
  unpaid: 'order-unpaid',
  settled: 'order-settled',
  refunded: 'order-refunded',
  expired: 'order-expired',
}

export interface EventedOrder {
  readonly id: string
  readonly fleetId: string
  readonly vehicleId: string
  readonly planId: string | null
  readonly status: string
}

/** Appends what a read found to the audit log; call it last in the transaction. */
export async function auditEvents(
  db: LedgerDb,
  { id: orderId, fleetId, vehicleId, planId, status }: EventedOrder,
  events: readonly OrderEvent[],
  at: Date,
): Promise<void> {
  const subject = { fleetId, vehicleId, orderId, ...(planId === null ? {} : { planId }) }
  for (const { event, occurredAt, amountCents } of events) {
    const what = AUDITED[event]
    if (what === undefined) continue
    const occurred = occurredAt === null ? {} : { occurred: occurredAt.toISOString() }
    const amount = amountCents === 0n ? {} : { amount: formatCents(amountCents) }
    const facts = { status, ...amount, ...occurred }
    await appendEntry(db, { at, actor: FROTA_ITSELF, what, subject, facts })
  }
}
