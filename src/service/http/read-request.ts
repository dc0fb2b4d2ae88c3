/** Checks a request against the schemas of its operation, or refuses it with 400. */
import type { TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import type { Operation } from '../../contract/operation.ts'
import { isUuid } from '../../contract/scalar.ts'
import { refuse } from './refusal.ts'
import { validationDetail } from './validation-detail.ts'

export interface Arrived {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
}

export interface Understood {
  readonly params: Readonly<Record<string, string>>
  readonly query: unknown
  readonly body: unknown
}

/** Compiled once for each operation. A query that an operation does not declare must be empty. */
export function requestReader(operation: Operation): (arrived: Arrived) => Understood {
  const query = operation.query === undefined ? undefined : Compile(operation.query)
  const body = operation.body === undefined ? undefined : Compile(operation.body)
  const numbers = numberFields(operation.query)
  return (arrived) => ({
    params: readParams(arrived.params),
    query:
      query === undefined ? readNoQuery(arrived) : checked(query, withNumbers(arrived, numbers)),
    body: body === undefined ? undefined : checked(body, arrived.body),
  })
}

function readParams(params: unknown): Record<string, string> {
  const read: Record<string, string> = {}
  for (const [name, value] of Object.entries(Object(params))) {
    if (typeof value !== 'string' || !isUuid(value)) {
      throw refuse(400, `Campo '${name}': informe um uuid.`)
    }
    read[name] = value.toLowerCase()
  }
  return read
}

function readNoQuery(arrived: Arrived): undefined {
  const [name] = Object.keys(Object(arrived.query))
  if (name !== undefined) throw refuse(400, 'Esta operação não tem parâmetros de consulta.')
  return undefined
}

function checked(validator: Validator, value: unknown): unknown {
  if (!validator.Check(value)) throw refuse(400, validationDetail(validator.Errors(value)))
  // PostgreSQL cannot store this character in text.
  const nul = fieldWith(value, (text) => text.includes('\0'))
  if (nul !== undefined) throw refuse(400, `Campo '${nul}': caractere nulo não é aceito.`)
  // Half of a surrogate pair has no UTF-8 form and would be stored as U+FFFD.
  const half = fieldWith(value, (text) => !text.isWellFormed())
  if (half !== undefined) throw refuse(400, `Campo '${half}': texto Unicode incompleto.`)
  return value
}

/** Bodies and queries are flat: their values are plain, or lists of plain ones. */
function fieldWith(value: unknown, isBad: (text: string) => boolean): string | undefined {
  const entries = Object.entries<unknown>(Object(value))
  return entries.find(([, each]) => [each].flat().some((one) => isBad(String(one))))?.[0]
}

/** A query is text; only whole numbers are read out of it, and only where the schema has one. */
function withNumbers(arrived: Arrived, numbers: ReadonlySet<string>): unknown {
  const entries = Object.entries<unknown>(Object(arrived.query))
  return Object.fromEntries(
    entries.map(([name, value]) => {
      const isNumber = numbers.has(name) && typeof value === 'string' && /^\d{1,9}$/.test(value)
      return [name, isNumber ? Number(value) : value]
    }),
  )
}

function numberFields(schema: TSchema | undefined): Set<string> {
  const properties = Object.entries<{ type?: unknown }>(Object(Object(schema).properties))
  return new Set(properties.filter(([, field]) => field.type === 'integer').map(([name]) => name))
}
