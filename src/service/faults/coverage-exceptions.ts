/** Pure. The coverage of every state with a scenario's exceptions. */
import type { Coverage } from '../../contract/coverage.ts'
import { coverage } from '../coverage.ts'
import type { CoverageException } from './scenario.ts'

/** Of several exceptions of a state the last one holds. */
export function coverageUnder(exceptions: readonly CoverageException[]): Coverage {
  return coverage(Object.fromEntries(exceptions.map((each) => [each.uf, each])))
}
