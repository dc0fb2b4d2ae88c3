/** Pure. Turns the text of a plan's policy file into a policy; every key may be left out. */
import { Type } from 'typebox'
import { readOptionFile, strict } from '../../option-file.ts'
import { defaultPlanPolicy, type PlanPolicy } from './plan-policy.ts'

const CODES_MAX = 200

const FILE = {
  name: { pt: 'Plano (FROTA_PLAN_FILE)', en: 'Plan (FROTA_PLAN_FILE)' },
  // More than the keys with many codes need.
  bytesMax: 64 * 1024,
}

const whole = (minimum: number, maximum: number) =>
  Type.Optional(Type.Integer({ minimum, maximum }))
const weight = whole(0, 10_000)
const days = whole(0, 3_650)
const hours = whole(0, 87_600)
const codesCure = {
  pt: `dê uma lista de no máximo ${CODES_MAX} códigos, como ["vehicle_not_found"]`,
  en: `give a list of at most ${CODES_MAX} codes, such as ["vehicle_not_found"]`,
}
const code = Type.String({ pattern: '^[\\w.-]{1,100}$', cure: codesCure })

const PlanFile = Type.Object(
  {
    weights: Type.Optional(
      Type.Object(
        { neverAnswered: weight, dueSoon: weight, openDebts: weight, stale: weight },
        strict,
      ),
    ),
    dueSoonDays: whole(0, 366),
    freshnessDays: Type.Optional(
      Type.Object({ dueSoon: days, openDebts: days, other: days }, strict),
    ),
    failedRestHours: hours,
    stuckRestHours: hours,
    lastingRestHours: hours,
    lastingErrors: Type.Optional(Type.Array(code, { maxItems: CODES_MAX, cure: codesCure })),
    askedMax: whole(1, 100),
  },
  strict,
)

/** `freshnessDays`: FROTA_FRESHNESS, for kinds that the file does not name. Throws a Failure. */
export function readPlanPolicy(text: string, freshnessDays: number): PlanPolicy {
  const file = readOptionFile(FILE, PlanFile, text)
  const defaults = defaultPlanPolicy(freshnessDays)
  return {
    ...defaults,
    ...file,
    weights: { ...defaults.weights, ...file.weights },
    freshnessDays: { ...defaults.freshnessDays, ...file.freshnessDays },
  }
}
