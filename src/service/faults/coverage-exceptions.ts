/** Pure. The coverage of every state with a scenario's exceptions. */
import type { Coverage } from '../../contract/coverage.ts'
import { coverage } from '../coverage.ts'
import type { CoverageException } from './scenario.ts'

/** The last exception of a state counts. */
export function coverageUnder(exceptions: readonly CoverageException[]): Coverage {
  return coverage(Object.fromEntries(exceptions.map((each) => [each.uf, each])))
}
