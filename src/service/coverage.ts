/** GET coverage: what is offered per state, from the rules of the simulated world. */
import type { Coverage } from '../contract/coverage.ts'
import { ORDER_METHODS } from '../contract/order.ts'
import { UFS, ufName } from '../fleet/uf.ts'
import { kindsOf } from './simulation/state-rules.ts'

/** By two-letter state: false for what an operator's scenario switches off. */
export type CoverageExceptions = Readonly<
  Record<string, { readonly consultation?: boolean; readonly payment?: boolean }>
>

/** All states by default. Without consultation a row names no kinds, without payment no methods. */
export function coverage(exceptions: CoverageExceptions = {}): Coverage {
  const results = UFS.map((uf) => {
    const { consultation = true, payment = true } = exceptions[uf] ?? {}
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
