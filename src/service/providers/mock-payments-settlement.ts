/** Pure. How a paid charge settles: a step until the authority begins, then item by item. */
import { settlementDelay } from '../simulation/settlement-delay.ts'
import type { MockPaymentsOptions } from './mock-payments-pix.ts'
import type { Charge, ChargeNews } from './payments.ts'

export function mockSettlement(
  options: MockPaymentsOptions,
  charge: Charge,
  paidAtMs: number,
  nowMs: number,
): ChargeNews {
  const attempt = { status: 'paid' } as const
  const settlingAtMs = paidAtMs + stepMs(options, charge, '')
  if (nowMs < settlingAtMs) {
    return { outcome: 'news', status: 'paid', atMs: paidAtMs, attempt, lookAtMs: settlingAtMs }
  }
  const news = { outcome: 'news', paidAtMs } as const
  const ends = charge.items.map(({ debtItemId: id }) => ({
    id,
    atMs: settlingAtMs + stepMs(options, charge, id),
  }))
  const refused = new Set(options.scenario.refusedItems?.(charge))
  const ended = ends.filter(({ atMs }) => atMs <= nowMs).map(({ id }) => id)
  const refusedItems = ended.filter((id) => refused.has(id))
  if (ended.length < ends.length) {
    const lookAtMs = Math.min(...ends.map(({ atMs }) => atMs).filter((atMs) => atMs > nowMs))
    const settledItems = ended.filter((id) => !refused.has(id))
    const part = { settledItems, refusedItems, lookAtMs }
    return { ...news, status: 'settling', atMs: settlingAtMs, attempt, ...part }
  }
  const atMs = Math.max(settlingAtMs, ...ends.map((each) => each.atMs))
  const last = { atMs, refusedItems, lookAtMs: null }
  return refusedItems.length === ends.length
    ? { ...news, status: 'refunded', attempt: { status: 'refunded' }, ...last }
    : { ...news, status: 'settled', attempt, ...last }
}

function stepMs(options: MockPaymentsOptions, charge: Charge, item: string): number {
  const told = options.scenario.settlementDelayMs?.(charge.plate)
  const { seed, settlement } = options
  return told ?? settlementDelay(seed, charge, settlement, charge.orderId, item)
}
