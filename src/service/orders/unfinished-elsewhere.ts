/** Orders that are not over and were opened by payments of the other mode. */
import { sql, type RawBuilder } from 'kysely'
import type { ServiceDb } from '../service-db.ts'

export async function unfinishedElsewhere(db: ServiceDb, mode: 'mock' | 'live'): Promise<number> {
  const { rows } = await sql<{ orders: number }>`
    select count(*)::integer as orders from service.payment_order o
    where o.move_at is not null and ${mode === 'live' ? isSimulated : isLive}`.execute(db)
  return rows[0]?.orders ?? 0
}

/**
 * A live order whose opening was interrupted has no reference either, but a provider's debts. A
 * simulated one of such debts has its code at once; only of cards it looks the same.
 */
const mayBeInterrupted: RawBuilder<boolean> = sql`(o.status = 'awaiting_payment'
  and not exists (
    select from service.order_item i join service.debt_item d on d.id = i.debt_item_id
    where i.order_id = o.id and d.provider_reference = '')
  and not exists (
    select from service.attempt a
    where a.order_id = o.id and (a.pix_code <> '' or a.boleto_line <> '')))`

/** A simulated card order was opened by a call that ended, so that restarts go on with it. */
const isLive: RawBuilder<boolean> = sql`(o.provider_reference <> '' or (${mayBeInterrupted}
  and (o.method <> 'credit_card' or exists (
    select from service.attempt a where a.order_id = o.id and a.asking_until is not null))))`

const isSimulated: RawBuilder<boolean> = sql`(o.provider_reference = ''
  and not ${mayBeInterrupted})`
