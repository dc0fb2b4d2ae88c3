/** Parses a scenario file, or says where it is wrong and how to fix it. */
import { Type } from 'typebox'
import { checkedOption, readOptionFile, strict, wrongIn } from '../../option-file.ts'
import { catalogue, type Fault, isFaultName, operationsOf } from './fault.ts'
import { type Rule, type Scenario, SCENARIO_BYTES_MAX, ScenarioFile } from './scenario.ts'

const FILE = {
  name: { pt: 'Cenário (SERVICE_SCENARIO_FILE)', en: 'Scenario (SERVICE_SCENARIO_FILE)' },
  bytesMax: SCENARIO_BYTES_MAX,
}

/** Throws a Failure that names the place in the file, the mistake and the cure. */
export function readScenario(text: string): Scenario {
  const { rules = [], switches = {}, coverage = [] } = readOptionFile(FILE, ScenarioFile, text)
  return {
    rules: rules.map(({ when, then }, index) => {
      const rule = { when, fault: readFault(then, `/rules/${index}/then`) }
      checkWhen(rule, `/rules/${index}/when`)
      return rule
    }),
    switches,
    coverage,
  }
}

/** Checks what the schema cannot: conditions that exclude one another or do not fit the fault. */
function checkWhen({ when, fault }: Rule, at: string): void {
  const counters = [when.nth, when.times, when.every].filter((each) => each !== undefined)
  if (counters.length > 1) {
    const words = {
      pt: 'use só um de nth, times e every',
      en: 'use only one of nth, times and every',
    }
    throw wrongIn(FILE, at, words)
  }
  const { plate: _, ...others } = when
  const [other] = Object.keys(others)
  if (other !== undefined && catalogue[fault.fault].place === 'payments') {
    throw wrongIn(FILE, `${at}/${other}`, {
      pt: `${fault.fault} vale por placa e por mais nada; retire esta condição`,
      en: `${fault.fault} goes by the plate and by nothing else; remove this condition`,
    })
  }
  const operations = operationsOf(fault.fault)
  if (operations === null || when.operation === undefined) return
  if (operations.includes(when.operation)) return
  throw wrongIn(FILE, `${at}/operation`, {
    pt: `${fault.fault} só existe em ${operations.join(', ')}`,
    en: `${fault.fault} exists only in ${operations.join(', ')}`,
  })
}

function readFault(then: { fault: string }, at: string): Fault {
  const { fault: name } = then
  if (!isFaultName(name)) {
    const known = Object.keys(catalogue).join(', ')
    throw wrongIn(FILE, `${at}/fault`, {
      pt: `não há esta falha; use uma destas: ${known}`,
      en: `there is no such fault; use one of these: ${known}`,
    })
  }
  const fields: Record<string, object> = { fault: Type.Literal(name), ...catalogue[name].fields }
  return asFault(checkedOption(FILE, Type.Object(fields, strict), then, at))
}

function asFault(checked: object): Fault {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Its name's schema accepted it.
  return checked as Fault
}
