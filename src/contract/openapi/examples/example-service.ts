/** Examples of /health, /coverage and /limits. */
import type { Budgets } from '../../budgets.ts'
import type { Coverage } from '../../coverage.ts'
import { DEBT_KINDS } from '../../debt-item.ts'
import type { Health } from '../../health.ts'
import { ORDER_METHODS } from '../../order.ts'

export const health: Health = {
  status: 'ok',
  service: 'frota-service',
  vdi_lookup: { mode: 'mock' },
  payments: { mode: 'mock', sandbox: true },
}

export const budgets: Budgets = {
  budgets: [
    {
      name: 'consultations',
      limit: 20,
      window: 'rolling',
      window_seconds: 3600,
      used: 17,
      free: 3,
      next_free_at: '2026-11-21T10:02:11.000Z',
    },
    {
      name: 'orders',
      limit: 30,
      window: 'rolling',
      window_seconds: 3600,
      used: 0,
      free: 30,
      next_free_at: null,
    },
  ],
}

/** Shortened to one state; the real answer has 27. */
export const coverage: Coverage = {
  count: 1,
  next: null,
  previous: null,
  results: [
    {
      uf: 'SP',
      name: 'São Paulo',
      consultation: true,
      payment: true,
      kinds: [...DEBT_KINDS],
      methods: [...ORDER_METHODS],
    },
  ],
}
