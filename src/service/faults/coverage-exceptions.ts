/** Pure. The coverage of every state with a scenario's exceptions. */
import type { Coverage } from '../../contract/coverage.ts'
import type { CoverageException } from './scenario.ts'

/** The last exception of a state counts. */
export function withCoverage(
  coverage: Coverage,
  exceptions: readonly CoverageException[],
): Coverage {
  const byUf = new Map<string, CoverageException>(exceptions.map((each) => [each.uf, each]))
  const results = coverage.results.map((row) => ({ ...row, ...byUf.get(row.uf) }))
  return { ...coverage, results }
}
