/** What the books read: one moment of the ledger, and how far each table reached in that moment. */
import { sql } from 'kysely'
import { PAYMENT_DAYS } from '../reports/payment-days.ts'
import { openReportReads } from '../reports/report-source.ts'
import type { LedgerDb } from '../schema/tx.ts'
import { bankFacts } from './bank-lines.ts'
import { orderEvidence } from './order-evidence.ts'

export interface Heads {
  readonly debtEvents: bigint
  readonly orderEvents: bigint
  readonly vehicleChanges: bigint
}

export type BooksMoment = ReturnType<typeof momentOf>
export type BooksSource = ReturnType<typeof openBooksSource>

export function openBooksSource(db: LedgerDb) {
  return {
    /** YYYY-MM of the zone, in order: those with movements of debts or orders. */
    monthsMoved: async (fleetId: string, before: string, zone: string) => {
      const { rows } = await sql<{ month: string }>`
        with moved as (
          select e.at from frota.debt_event e
            join frota.debt d on d.id = e.debt_id join frota.vehicle v on v.id = d.vehicle_id
            where v.fleet_id = ${fleetId}::uuid
          union all
          select coalesce(e.occurred_at, e.seen_at) from frota.order_event e
            join frota.payment_order o on o.id = e.order_id where o.fleet_id = ${fleetId}::uuid
        ), named as (
          select distinct to_char(at at time zone ${zone}::text, 'YYYY-MM') as month from moved
        )
        select month from named where month < ${before}::text order by month`.execute(db)
      return rows.map(({ month }) => month)
    },
    /** Undefined for an order that is none of the fleet's. */
    evidence: (fleetId: string, orderId: string) => orderEvidence(db, fleetId, orderId),
    inOneMoment: <T>(read: (moment: BooksMoment) => Promise<T>): Promise<T> =>
      db
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute(async (transaction) => read(momentOf(transaction, await readHeads(transaction)))),
  }
}

function momentOf(db: LedgerDb, heads: Heads) {
  return {
    heads,
    reports: openReportReads(db),
    paymentDays: PAYMENT_DAYS,
    bank: (fleetId: string) => bankFacts(db, fleetId),
  }
}

/**
 * Waits until nobody writes to the three tables, so that no row with a smaller number appears after
 * the heads were read; the writers go on as soon as the snapshot is taken. In the order in which
 * they write: a read of an order tells its events and then moves its debts, an import notes what
 * changed of vehicles and then leaves out their debts.
 */
async function readHeads(db: LedgerDb): Promise<Heads> {
  await sql`savepoint heads`.execute(db)
  await sql`
    lock table frota.order_event, frota.vehicle_change, frota.debt_event in share mode
  `.execute(db)
  const { rows } = await sql<Heads>`
    select (select coalesce(max(seq), 0)::bigint from frota.debt_event) as "debtEvents",
      (select coalesce(max(seq), 0)::bigint from frota.order_event) as "orderEvents",
      (select coalesce(max(id), 0)::bigint from frota.vehicle_change) as "vehicleChanges"
  `.execute(db)
  await sql`rollback to savepoint heads`.execute(db)
  const [heads] = rows
  if (heads === undefined) throw new Error('A query without a table gives a row.')
  return heads
}
