/**
 * Orders end where they were opened: a simulation would settle what nobody paid, and a live
 * provider knows nothing of simulated ones. A service leaves those of the other mode alone, so one
 * that would leave all of them alone is not started: its mode is a mistake.
 */
import type { Config } from '../../config.ts'
import { Failure } from '../../failure.ts'
import { unfinishedElsewhere } from '../../service/orders/order-mode.ts'
import type { ServiceDb } from '../../service/service-db.ts'

/** Throws the Failure 'configuration' where all orders that are not over are of the other mode. */
export async function requireOneProvider(
  db: ServiceDb,
  { PAYMENTS_MODE: mode }: Pick<Config, 'PAYMENTS_MODE'>,
): Promise<void> {
  const orders = await unfinishedElsewhere(db, mode)
  if (orders === 0) return
  if (mode === 'mock') {
    throw new Failure('configuration', {
      pt: `Pedidos abertos no provedor que ainda não acabaram: ${orders}. Inicie com PAYMENTS_MODE=live e as opções LIVE_* de antes, ou use outro banco de dados para simular.`,
      en: `Orders that were opened at the provider and are not over yet: ${orders}. Start with PAYMENTS_MODE=live and the LIVE_* options of before, or use another database to simulate.`,
    })
  }
  throw new Failure('configuration', {
    pt: `Pedidos simulados que ainda não acabaram: ${orders}. Liste-os no modo simulado depois que vencerem, ou use outro banco de dados para PAYMENTS_MODE=live.`,
    en: `Simulated orders that are not over yet: ${orders}. List them in the simulated mode once they have expired, or use another database for PAYMENTS_MODE=live.`,
  })
}
