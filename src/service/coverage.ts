/** GET coverage: what is offered per state, from the rules of the simulated world. */
import type { Coverage } from '../contract/coverage.ts'
import { ORDER_METHODS } from '../contract/order.ts'
import { UFS, ufName } from '../fleet/uf.ts'
import type { CoverageException } from './faults/scenario.ts'
import { kindsOf } from './simulation/state-rules.ts'

/**
 * All states, but for what an operator's scenario switches off; of several exceptions of a state
 * the last one holds. Without consultation a row names no kinds, without payment no methods.
 */
export function coverage(exceptions: readonly CoverageException[] = []): Coverage {
  const results = UFS.map((uf) => {
    const said = exceptions.findLast((each) => each.uf === uf)
    const { consultation = true, payment = true } = said ?? {}
    return {
      uf,
      name: ufName(uf),
      consultation,
      payment,
      kinds: consultation ? kindsOf(uf) : [],
      methods: payment ? [...ORDER_METHODS] : [],
    }
  })
  return { count: results.length, next: null, previous: null, results }
}
