/**
 * The mode of payments that opened an order, which its reference tells from the moment it is
 * recorded: empty, it is simulated.
 */
import { sql } from 'kysely'
import type { Mode } from '../../contract/health.ts'
import type { ServiceDb } from '../service-db.ts'
import type { PaymentOrderRow } from '../tables.ts'

type Referenced = Pick<PaymentOrderRow, 'provider_reference'>

/** Of a live order that its provider has not named yet, even if its opening is interrupted. */
const UNNAMED = 'live'

export function firstReference(mode: Mode): string {
  return mode === 'live' ? UNNAMED : ''
}

/** The provider's own, empty until it gave one. */
export function givenReference({ provider_reference: reference }: Referenced): string {
  return reference === UNNAMED ? '' : reference
}

/** Orders of the other mode that are not over. */
export async function unfinishedElsewhere(db: ServiceDb, mode: Mode): Promise<number> {
  const { rows } = await sql<{ orders: number }>`
    select count(*)::integer as orders from service.payment_order
    where move_at is not null and (provider_reference <> '') <> ${mode === 'live'}`.execute(db)
  return rows[0]?.orders ?? 0
}
