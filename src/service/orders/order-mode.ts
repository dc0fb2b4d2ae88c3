/**
 * The mode of payments that opened an order, which alone moves it. The order's reference tells it
 * from the moment it is recorded: empty, it is simulated.
 */
import { sql, type RawBuilder } from 'kysely'
import type { Mode } from '../../contract/health.ts'
import type { ServiceDb } from '../service-db.ts'
import type { PaymentOrderRow } from '../tables.ts'

/** Of an order that its provider has not named yet, even if its opening is interrupted. */
export const firstReference: Readonly<Record<Mode, string>> = { live: 'live', mock: '' }

export function modeOf({ provider_reference: reference }: PaymentOrderRow): Mode {
  return reference === '' ? 'mock' : 'live'
}

export function isOfMode(mode: Mode): RawBuilder<boolean> {
  return sql<boolean>`(provider_reference <> '') = ${mode === 'live'}`
}

/** Orders that are not over; 0 where this mode opened one of them, which must go on. */
export async function unfinishedElsewhere(db: ServiceDb, mode: Mode): Promise<number> {
  const { rows } = await sql<{ orders: number }>`
    select count(*)::integer as orders from service.payment_order
    where move_at is not null
    having count(*) filter (where ${isOfMode(mode)}) = 0`.execute(db)
  return rows[0]?.orders ?? 0
}
