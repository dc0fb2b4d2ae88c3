/** The scenario file of a simulated service, read whole and checked before anything starts. */
import { readFileSync } from 'node:fs'
import type { Config } from '../config.ts'
import { Failure } from '../failure.ts'
import { readScenario } from '../service/faults/read-scenario.ts'
import type { Scenario } from '../service/faults/scenario.ts'

/** Undefined without SERVICE_SCENARIO_FILE. Throws a Failure that names what to mend. */
export function scenarioFrom(config: Config): Scenario | undefined {
  const path = config.SERVICE_SCENARIO_FILE
  return path === undefined ? undefined : readScenario(contentOf(path))
}

function contentOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw new Failure(
      'configuration',
      {
        pt: `SERVICE_SCENARIO_FILE: ${path} não pode ser lido; indique um arquivo JSON de cenário.`,
        en: `SERVICE_SCENARIO_FILE: ${path} cannot be read; give the path of a JSON scenario file.`,
      },
      { cause },
    )
  }
}
