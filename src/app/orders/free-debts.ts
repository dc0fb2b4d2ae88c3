/** After a refund a person lets an order's debts be ordered again: done, and said. */
import type { Bilingual } from '../../bilingual.ts'
import { wallClock } from '../../clock.ts'
import type { Config } from '../../config.ts'
import { Failure } from '../../failure.ts'
import type { Fleet } from '../../ledger/fleets/fleets.ts'
import { freeRefunded, type Freed } from '../../reconciliation/orders/following/free-refunded.ts'
import type { OpenLedger } from '../ledger/open-ledger.ts'
import { orderStatusesFrom } from '../order-statuses-file.ts'

/** Throws `usage`, which says why nothing was freed. */
export async function freeDebts(
  config: Config,
  { stores }: Pick<OpenLedger, 'stores'>,
  fleet: Fleet,
  by: Parameters<typeof freeRefunded>[1],
): Promise<{ readonly debts: number; readonly said: Bilingual }> {
  const statuses = orderStatusesFrom(config)
  const tools = { ...stores, statuses, clock: wallClock, fleetId: fleet.id }
  const freed = await freeRefunded(tools, by)
  if (!freed.freed) throw new Failure('usage', REFUSALS[freed.why])
  const { debts } = freed
  const one = {
    pt: '1 débito liberado: a próxima consulta pode propô-lo de novo.',
    en: '1 debt is free: the next consultation may propose it again.',
  }
  const several = {
    pt: `${debts} débitos liberados: a próxima consulta pode propô-los de novo.`,
    en: `${debts} debts are free: the next consultation may propose them again.`,
  }
  return { debts, said: debts === 1 ? one : several }
}

const REFUSALS = {
  unknown: {
    pt: 'Nenhum pedido desta frota é esse; veja: frota orders',
    en: 'No order of this fleet is that one; see: frota orders',
  },
  'not-refunded': {
    pt: 'O serviço não devolveu nada deste pedido; seus débitos ficam nele.',
    en: 'The service gave nothing of this order back; its debts stay in it.',
  },
  'freed-before': {
    pt: 'Nenhum débito fica preso a este pedido: já foram liberados, ou outro pedido os pagou.',
    en: 'This order locks no debt: they were set free before, or another order has paid them.',
  },
} as const satisfies Record<Extract<Freed, { freed: false }>['why'], Bilingual>
