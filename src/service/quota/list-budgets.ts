/** GET limits: both hourly budgets of the caller's key. */
import { instant } from '../../clock.ts'
import { ok } from '../http/replies.ts'
import type { Handler } from '../service-tools.ts'
import { readBudget } from './read-budget.ts'

export const listBudgets: Handler<'limits'> = async (tools, _request, { credentialId }) => {
  const { windowKind, windowMs } = tools.limits
  const names = ['consultations', 'orders'] as const
  const budgets = names.map(async (name) => {
    const { limit, used, free, nextFreeAtMs } = await readBudget(tools, credentialId, name)
    return {
      name,
      limit,
      window: windowKind,
      window_seconds: Math.ceil(windowMs / 1_000),
      used,
      free,
      next_free_at: nextFreeAtMs === null ? null : instant(nextFreeAtMs),
    }
  })
  return ok({ budgets: await Promise.all(budgets) })
}
