/** The scenario file of a simulated service, read whole and checked before anything starts. */
import type { Config } from '../../config.ts'
import { namedFile } from '../named-file.ts'
import { readScenario } from '../../service/faults/read-scenario.ts'
import type { Scenario } from '../../service/faults/scenario.ts'

/** Undefined without SERVICE_SCENARIO_FILE. Throws a Failure that names what to fix. */
export function scenarioFrom(config: Config): Scenario | undefined {
  const path = config.SERVICE_SCENARIO_FILE
  return path === undefined
    ? undefined
    : readScenario(namedFile('SERVICE_SCENARIO_FILE', path, 'docs/faults.md'))
}
