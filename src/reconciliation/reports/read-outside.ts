/** Asks the service for its own sums of the account. A read costs no quota. */
import type { Bilingual } from '../../bilingual.ts'
import type { Client } from '../../client/client.ts'
import { instant, type Clock } from '../../clock.ts'
import { Failure } from '../../failure.ts'
import { checkedCents } from '../../fleet/money.ts'
import type { Asked } from './outside.ts'

/** A report does not wait longer for what it can do without. */
const ASKING_MS_MAX = 8_000

/** Never throws for what the service or the network does: a report is written without it. */
export async function readOutside(
  { client, clock }: { readonly client: Pick<Client, 'read'>; readonly clock: Pick<Clock, 'now'> },
  stop: AbortSignal,
): Promise<Asked> {
  const signal = AbortSignal.any([stop, AbortSignal.timeout(ASKING_MS_MAX)])
  try {
    const orders = await client.read('orderSummary', {}, { signal })
    const vehicles = await client.read('vehicleSummary', {}, { signal })
    if (orders === null || vehicles === null) return notAsked()
    const sums = orders.by_status.map((each) => ({
      status: each.status,
      orders: each.count,
      totalCents: checkedCents(each.total_amount),
      refundedCents: checkedCents(each.refunded_amount),
    }))
    return { askedAt: instant(clock.now()), sums: { orders: sums, vehicles: vehicles.total } }
  } catch (error) {
    if (error instanceof Failure) return notAsked(error)
    if (signal.aborted) return notAsked()
    throw error
  }
}

const SILENT = { pt: 'o serviço não respondeu a tempo', en: 'the service gave no answer in time' }

export function notAsked(why: Failure | Bilingual = SILENT): Asked {
  if (!(why instanceof Failure)) return { askedAt: null, why }
  return { askedAt: null, why: { pt: why.in('pt-BR'), en: why.in('en') } }
}
