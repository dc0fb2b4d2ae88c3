/** Asks the service for its own sums of the account. A read costs no quota. */
import type { Bilingual } from '../../bilingual.ts'
import type { Client } from '../../client/client.ts'
import { instant, type Clock } from '../../clock.ts'
import { Failure } from '../../failure.ts'
import { checkedCents } from '../../fleet/money.ts'
import type { ReportReads } from '../../ledger/reports/report-source.ts'
import { readOrder } from '../orders/following/read-order.ts'
import { inParallel } from '../vehicles/in-parallel.ts'
import type { Asked, OthersOrder } from './outside.ts'

/** A report does not wait longer for what it can do without. */
const ASKING_MS_MAX = 8_000
/** As many as the client has connections for reads. */
const READS_AT_ONCE = 8

interface OutsideTools {
  readonly client: Pick<Client, 'read'>
  readonly clock: Pick<Clock, 'now'>
  readonly source: Pick<ReportReads, 'foreignIds'>
}

/** Never throws for what the service or the network does: a report is written without it. */
export async function readOutside(
  { client, clock, source }: OutsideTools,
  accountId: string,
  stop: AbortSignal,
): Promise<Asked> {
  const signal = AbortSignal.any([stop, AbortSignal.timeout(ASKING_MS_MAX)])
  try {
    const orders = await client.read('orderSummary', {}, { signal })
    const vehicles = await client.read('vehicleSummary', {}, { signal })
    const others = await readOthers(client, await source.foreignIds(accountId), signal)
    if (orders === null || vehicles === null || signal.aborted) return notAsked()
    const sums = orders.by_status.map((each) => ({
      status: each.status,
      orders: each.count,
      totalCents: checkedCents(each.total_amount),
      refundedCents: checkedCents(each.refunded_amount),
    }))
    const askedAt = instant(clock.now())
    return { askedAt, sums: { orders: sums, vehicles: vehicles.total }, others }
  } catch (error) {
    if (error instanceof Failure) return notAsked(error)
    if (signal.aborted) return notAsked()
    throw error
  }
}

/** Leaves out what the service does not know any more, or shows in no form that can be counted. */
async function readOthers(
  client: OutsideTools['client'],
  ids: readonly string[],
  signal: AbortSignal,
): Promise<OthersOrder[]> {
  const others: OthersOrder[] = []
  await inParallel(ids, READS_AT_ONCE, signal, async (id) => {
    const found = await readOrder(client, id, signal)
    if (found.read === 'unread') throw found.failure
    if (found.read === 'shut') return
    const { status, total_amount: total, refunded_amount: refunded } = found.order
    const cents = { totalCents: checkedCents(total), refundedCents: checkedCents(refunded) }
    others.push({ id, status, orders: 1, ...cents })
  })
  return others.toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

const SILENT = { pt: 'o serviço não respondeu a tempo', en: 'the service gave no answer in time' }

export function notAsked(why: Failure | Bilingual = SILENT): Asked {
  if (!(why instanceof Failure)) return { askedAt: null, why }
  return { askedAt: null, why: { pt: why.in('pt-BR'), en: why.in('en') } }
}
