/** Pure. The parameters of an operation: its path's uuids, its query, and the account. */
import { ACCOUNT_HEADER, IDEMPOTENCY_HEADER } from '../headers.ts'
import { PAGE_MAX, PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX } from '../limits.ts'
import type { Operation } from '../operation.ts'
import type { OrderQuery } from '../order.ts'
import type { VehicleQuery } from '../vehicle.ts'
import type { Json, ParameterObject, Reference, SchemaObject } from './document-shape.ts'
import { exampleIds } from './examples/example-ids.ts'
import { plainSchema } from './plain-schema.ts'
import type { FieldWords } from './words/schema-words-shape.ts'
import { isKeyOf } from '../../fields.ts'

const uuid: SchemaObject = { $ref: '#/components/schemas/Uuid' }

function idOf(name: keyof typeof exampleIds, description: string): ParameterObject {
  return { name, in: 'path', required: true, description, schema: uuid, example: exampleIds[name] }
}

/** Header names ignore case; the interface writes X-Account-Id. */
function headerName(header: string): string {
  return header.replace(/(^|-)[a-z]/g, (each) => each.toUpperCase())
}

export const sharedParameters = {
  AccountId: {
    name: headerName(ACCOUNT_HEADER),
    in: 'header',
    required: true,
    description:
      'Whose data: the uuid of an active account of the brand that the key belongs to. 400 ' +
      'without it, 403 for an account that is unknown, inactive or of another brand.',
    schema: uuid,
    example: exampleIds.account_id,
  },
  IdempotencyKey: {
    name: headerName(IDEMPOTENCY_HEADER),
    in: 'header',
    required: false,
    description:
      'Any text of up to 255 visible ASCII characters, best a uuid. For 24 hours the same key of an ' +
      'account gets the reply of its first request, with `Idempotent-Replayed: true`; another ' +
      'request under it is 422, and one that is still under way 409.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
    example: '2f6b1f0e-9a55-4d39-8a4b-5f1d1c6e7a90',
  },
  vehicle_id: idOf('vehicle_id', 'The id that the registration answered.'),
  consultation_id: idOf('consultation_id', 'The id that the new consultation answered.'),
  order_id: idOf('order_id', 'The id that the new order answered.'),
} as const satisfies Record<string, ParameterObject>

type Query = FieldWords<Omit<VehicleQuery, 'q' | 'status'> & OrderQuery>

const words: Query = {
  uf: 'Only vehicles of this state.',
  vehicle_id: 'Only orders of this vehicle.',
  status: 'Only orders of exactly this status.',
  method: 'Only orders of this method.',
  q: 'A fragment of the plate.',
  created_after: 'From this day on, the day included; days are those of São Paulo.',
  created_before: 'Until this day, the day included; days are those of São Paulo.',
  page: `The page, from 1 (which is the default) to ${PAGE_MAX}.`,
  page_size: `How many on a page, at most ${PAGE_SIZE_MAX}; ${PAGE_SIZE_DEFAULT} by default.`,
}

/** Descriptions of query fields that mean something else in the list of vehicles. */
const ofVehicles: Partial<Query> = {
  q: 'A fragment of the plate, the Renavam or the nickname; case does not matter.',
  status: 'By the latest consultation and its open debts: a vehicle stands in exactly one of them.',
}

const examples: Partial<Record<keyof Query, Json>> = {
  uf: 'SP',
  q: 'ABC1',
  page: 1,
  page_size: PAGE_SIZE_DEFAULT,
}

export function parametersOf(operation: Operation): (ParameterObject | Reference)[] {
  const inPath = [...operation.path.matchAll(/\{([a-z_]+)\}/g)].map((match) => match[1] ?? '')
  const keyed = operation.method === 'POST' ? ['IdempotencyKey'] : []
  const shared = [...(operation.account ? ['AccountId'] : []), ...inPath, ...keyed]
  return [
    ...shared.map((name) => ({ $ref: `#/components/parameters/${name}` })),
    ...queryOf(operation),
  ]
}

function queryOf(operation: Operation): ParameterObject[] {
  if (operation.query === undefined) return []
  const sentences = { ...words, ...(operation.id === 'listVehicles' ? ofVehicles : {}) }
  const { properties = {} } = plainSchema(operation.query)
  return Object.entries(properties).map(([name, schema]) => {
    if (!isKeyOf(sentences, name)) throw new Error(`The parameter ${name} has no words.`)
    const example = examples[name]
    return {
      name,
      in: 'query',
      description: sentences[name],
      schema,
      ...(example === undefined ? {} : { example }),
    }
  })
}
