/** Ends a claim whose call the provider refused: the order awaits payment again. */
import type { AttemptStatus } from '../../contract/order.ts'
import type { ChargeRefused } from '../providers/payments.ts'
import type { ServiceTools } from '../service-tools.ts'
import { applyNews } from './apply-news.ts'
import type { AskedOrder } from './load-charges.ts'

export async function releaseAttempt(
  tools: ServiceTools,
  asked: AskedOrder,
  status: AttemptStatus,
  refused: ChargeRefused,
): Promise<void> {
  const nowMs = tools.clock.now()
  const isOver = status !== asked.attempt.status
  await applyNews(tools, asked, {
    outcome: 'news',
    status: 'awaiting_payment',
    atMs: nowMs,
    attempt: { status, ...(isOver ? { message: refused.detail } : {}) },
    lookAtMs: nowMs,
  })
}
