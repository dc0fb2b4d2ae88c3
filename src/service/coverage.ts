/** GET coverage: what is offered per state. */
import type { Coverage } from '../contract/coverage.ts'
import { DEBT_KINDS } from '../contract/debt-item.ts'
import { UFS, ufName } from '../fleet/uf.ts'

/** Every state alike: the simulated world knows all of them, and Pix is what can be paid with. */
export function coverage(): Coverage {
  const results = UFS.map((uf) => ({
    uf,
    name: ufName(uf),
    consultation: true,
    payment: true,
    kinds: [...DEBT_KINDS],
    methods: ['pix'],
  }))
  return { count: results.length, next: null, previous: null, results }
}
