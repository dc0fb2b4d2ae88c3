/** What the ledger has of an account, to be held against what the service says of it. */
import { sql } from 'kysely'
import type { LedgerDb } from '../schema/tx.ts'

/** Of the orders in one state, by the service's word for it. */
export interface OrderSums {
  readonly status: string
  readonly orders: number
  readonly totalCents: bigint
  readonly refundedCents: bigint
}

export interface AccountSums {
  readonly orders: readonly OrderSums[]
  readonly vehicles: number
}

/** Of orders of others; each is read again, since their states are followed but coarsely. */
const FOREIGN_MAX = 200

/** The service's ids of orders in the account that others made, as far as the ledger met them. */
export async function foreignIds(db: LedgerDb, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct met.id from (
      select f.id::text as id, f.fleet_id from frota.foreign_order f
      union all
      select substring(e.reason, '^order-[a-z-]+: ([0-9a-f-]{36})'), e.fleet_id
      from frota.effect e where e.kind = 'order' and e.state = 'quarantined'
    ) met join frota.fleet on fleet.id = met.fleet_id
    where fleet.account_id = ${accountId} and met.id is not null
      and not exists (select from frota.payment_order o where o.id::text = met.id)
    order by met.id limit ${FOREIGN_MAX}
  `.execute(db)
  return rows.map(({ id }) => id)
}

/** Of every fleet of the account, because the service knows accounts only. */
export async function accountSums(db: LedgerDb, accountId: string): Promise<AccountSums> {
  const { rows: orders } = await sql<OrderSums>`
    select o.status, count(*)::integer as orders, sum(o.total_cents)::bigint as "totalCents",
      sum(o.refunded_cents)::bigint as "refundedCents"
    from frota.payment_order o join frota.fleet f on f.id = o.fleet_id
    where f.account_id = ${accountId}
    group by o.status order by o.status
  `.execute(db)
  const { rows: counted } = await sql<{ count: number }>`
    select count(*)::integer as count from frota.vehicle
    where account_id = ${accountId} and state = 'registered'
  `.execute(db)
  return { orders, vehicles: counted[0]?.count ?? 0 }
}
