/**
 * A person says on which day money of an order moved, where neither bank nor service does. The word
 * is appended as an event that only dates another one; a later word replaces an earlier one.
 */
import { plainDay } from '../../clock.ts'
import { veilDocuments } from '../../fleet/veil-documents.ts'
import { appendEntry } from '../audit/audit.ts'
import { appendEvents } from '../orders/order-events-sql.ts'
import type { OrderEventName } from '../schema/tables-books.ts'
import type { LedgerDb } from '../schema/tx.ts'
import { dateNote, eventNamed } from '../orders/bank-date-note.ts'

export const DATED_EVENTS = ['paid', 'settled', 'refunded'] as const
export type DatedEvent = (typeof DATED_EVENTS)[number]

export interface PersonDate {
  readonly orderId: string
  readonly event: DatedEvent
  /** Which of several, oldest first, from 1. */
  readonly number?: number
  /** YYYY-MM-DD in `zone`, not after today. */
  readonly day: string
  readonly zone: string
  /** The day's first instant there. */
  readonly at: Date
  readonly person: string
}

export function openDateStore(db: LedgerDb) {
  return {
    say: (fleetId: string, date: PersonDate, now: Date) =>
      db.transaction().execute((transaction) => sayDate(transaction, fleetId, date, now)),
  }
}

/** What takes an event back: a payment that was none cannot be dated. */
const UNDONE_BY: Readonly<Partial<Record<OrderEventName, OrderEventName>>> = {
  paid: 'unpaid',
  settled: 'unpaid',
}

async function sayDate(
  db: LedgerDb,
  fleetId: string,
  { orderId, event, number, day, zone, at, person }: PersonDate,
  now: Date,
) {
  const order = await db
    .selectFrom('frota.payment_order')
    .select(['vehicle_id', 'plan_id', 'created_at'])
    .where('id', '=', orderId)
    .where('fleet_id', '=', fleetId)
    .forUpdate()
    .executeTakeFirst()
  if (order === undefined) return { said: false, why: 'unknown' } as const
  if (day < plainDay(order.created_at.getTime(), zone))
    return { said: false, why: 'before-order' } as const
  const told = await db
    .selectFrom('frota.order_event')
    .select(['seq', 'event', 'told_by', 'occurred_at', 'seen_at', 'note', 'amount_cents'])
    .where('order_id', '=', orderId)
    .orderBy('seq')
    .execute()
  const seen = told.filter(({ told_by: by }) => by === 'service' || by === 'nobody')
  // A refund that the service takes back is an event of the same name, below 0: it has no day here.
  const undone = seen.findLastIndex((each) => each.event === UNDONE_BY[event])
  const happened = seen
    .slice(undone + 1)
    .filter((each) => each.event === event && each.amount_cents >= 0n)
  if (happened.length === 0) return { said: false, why: 'not-happened' } as const
  const isOutranked = ({ seq, occurred_at: own }: (typeof told)[number]): boolean => {
    const ofBank = told.findLast((each) => {
      if (each.told_by !== 'bank' || each.event !== event) return false
      const latest = happened.findLast((before) => before.seq < each.seq)?.seq
      return (eventNamed(each.note) ?? latest) === seq
    })
    return [ofBank?.occurred_at ?? null, own].some((date) => date !== null)
  }
  const undated = happened.filter((each) => !isOutranked(each))
  const [only] = happened.length === 1 ? happened : undated.length === 1 ? undated : []
  const dated = number === undefined ? only : happened[number - 1]
  if (dated === undefined) {
    const events = happened.map((each) => ({ cents: each.amount_cents, seenAt: each.seen_at }))
    // Which of them is meant is not told, or none has the number that was given.
    return { said: false, why: 'several', events } as const
  }
  const note = dateNote(dated.seq, veilDocuments(person))
  const word = { event, occurredAt: at, toldBy: 'person', amountCents: 0n, note } as const
  await appendEvents(db, orderId, [word], now)
  await appendEntry(db, {
    at: now,
    actor: { kind: 'person', name: person },
    what: 'order-dated',
    subject: {
      fleetId,
      vehicleId: order.vehicle_id,
      orderId,
      ...(order.plan_id === null ? {} : { planId: order.plan_id }),
    },
    facts: { event, day },
  })
  // The bank or the service may have named an instant, too, and theirs counts.
  return { said: true, outranked: isOutranked(dated) } as const
}
