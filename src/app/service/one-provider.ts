/**
 * Orders end where they were opened: a simulation would settle what nobody paid, and a live provider
 * knows nothing of simulated ones.
 */
import { sql, type RawBuilder } from 'kysely'
import type { Bilingual } from '../../bilingual.ts'
import type { Config } from '../../config.ts'
import { Failure } from '../../failure.ts'
import type { ServiceDb } from '../../service/service-db.ts'

/** Throws the Failure 'configuration' where orders of the other mode are not over yet. */
export async function requireOneProvider(
  db: ServiceDb,
  { PAYMENTS_MODE: mode }: Pick<Config, 'PAYMENTS_MODE'>,
): Promise<void> {
  const { rows } = await sql<{ orders: number }>`
    select count(*)::integer as orders from service.payment_order o
    where o.move_at is not null and ${mode === 'live' ? isSimulated : isLive}`.execute(db)
  const orders = rows[0]?.orders ?? 0
  if (orders > 0) throw new Failure('configuration', mode === 'live' ? trial(orders) : live(orders))
}

const isLive: RawBuilder<boolean> = sql`o.provider_reference <> ''`

/** A live order whose opening was interrupted has no reference either, but a provider's debts. */
const isSimulated: RawBuilder<boolean> = sql`o.provider_reference = ''
  and (o.status <> 'awaiting_payment' or exists (
    select from service.order_item i join service.debt_item d on d.id = i.debt_item_id
    where i.order_id = o.id and d.provider_reference = ''))`

function live(orders: number): Bilingual {
  return {
    pt: `Pedidos abertos no provedor que ainda não acabaram: ${orders}. Inicie com PAYMENTS_MODE=live e as opções LIVE_* de antes, ou use outro banco de dados para simular.`,
    en: `Orders that were opened at the provider and are not over yet: ${orders}. Start with PAYMENTS_MODE=live and the LIVE_* options of before, or use another database to simulate.`,
  }
}

function trial(orders: number): Bilingual {
  return {
    pt: `Pedidos simulados que ainda não acabaram: ${orders}. Liste-os no modo simulado depois que vencerem, ou use outro banco de dados para PAYMENTS_MODE=live.`,
    en: `Simulated orders that are not over yet: ${orders}. List them in the simulated mode once they have expired, or use another database for PAYMENTS_MODE=live.`,
  }
}
