/** What a scenario file may say: rules that choose faults, switches, and the world's exceptions. */
import { Type, type Static } from 'typebox'
import { api } from '../../contract/api.ts'
import { closedWord, Uuid } from '../../contract/scalar.ts'
import { UFS } from '../../fleet/uf.ts'
import type { Fault } from './fault.ts'

/** A scenario is written by hand, so a longer file was given by mistake. */
export const SCENARIO_BYTES_MAX = 64 * 1024
const RULES_MAX = 100
const COUNT_MAX = 10_000
const NAME_CHARACTERS_MAX = 200

const strict = { additionalProperties: false } as const
const count = Type.Optional(Type.Integer({ minimum: 1, maximum: COUNT_MAX }))

/** Conditions that are absent hold for every request; of `nth`, `times` and `every` one at most. */
const When = Type.Object(
  {
    plate: Type.Optional(Type.String({ pattern: '^[A-Z0-9]{1,7}$' })),
    operation: Type.Optional(closedWord(Object.keys(api))),
    account: Type.Optional(Uuid),
    method: Type.Optional(closedWord(['GET', 'POST', 'PATCH', 'DELETE'])),
    nth: count,
    times: count,
    every: count,
  },
  strict,
)
export type When = Static<typeof When>

/** Yes or no for every request, where the interface leaves open what a service does. */
export const Switches = Type.Object(
  {
    itemsShowDebtId: Type.Optional(Type.Boolean()),
    attemptsShowTime: Type.Optional(Type.Boolean()),
    serverErrorsUseQuota: Type.Optional(Type.Boolean()),
    listLagMs: Type.Optional(Type.Integer({ minimum: 0, maximum: 86_400_000 })),
    listLagById: Type.Optional(Type.Boolean()),
  },
  strict,
)
export type Switches = Static<typeof Switches>

const CoverageException = Type.Object(
  {
    uf: closedWord(UFS),
    consultation: Type.Optional(Type.Boolean()),
    payment: Type.Optional(Type.Boolean()),
  },
  strict,
)
export type CoverageException = Static<typeof CoverageException>

// A schema is never awaited, so nobody takes it for a promise.
// oxlint-disable-next-line unicorn/no-thenable
const ruleFields = { when: When, then: Type.Object({ fault: Type.String() }) }

/** `then` holds the fault's name here; its fields are checked by the schema of that fault. */
export const ScenarioFile = Type.Object(
  {
    name: Type.Optional(Type.String({ maxLength: NAME_CHARACTERS_MAX })),
    rules: Type.Optional(Type.Array(Type.Object(ruleFields, strict), { maxItems: RULES_MAX })),
    switches: Type.Optional(Switches),
    coverage: Type.Optional(Type.Array(CoverageException, { maxItems: UFS.length })),
  },
  strict,
)

export interface Rule {
  readonly when: When
  readonly fault: Fault
}

/** A scenario that was read and checked. */
export interface Scenario {
  readonly rules: readonly Rule[]
  readonly switches: Switches
  readonly coverage: readonly CoverageException[]
}
