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
