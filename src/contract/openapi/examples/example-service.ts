/** Examples of /health and of /coverage. */
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
