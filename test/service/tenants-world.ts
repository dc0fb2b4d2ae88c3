/** Each operation of the contract as a request about somebody's objects, made from its schemas. */
import { fillPath } from '../../src/contract/fill-path.ts'
import type { Operation } from '../../src/contract/operation.ts'
import { type Random, seededRandom } from '../../src/random.ts'
import { newVehicle } from './support/fleet.ts'
import { owing } from './support/ordering.ts'
import type { Account, Bench } from './support/open-service.ts'

/** Whatever a path, a query or a body may name by `…_id` or `…_ids`. */
export interface Ids {
  readonly vehicle_id: string
  readonly consultation_id: string
  readonly order_id: string
  readonly debt_item_ids: readonly string[]
}

export interface Request {
  readonly method: string
  readonly path: string
  readonly body?: unknown
}

interface Fields {
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, { type?: string; minimum?: number }>>
}

/** Values that mean something; a field that is not here gets one of its type. */
const values: Readonly<Record<string, unknown>> = {
  method: 'pix',
  nickname: 'taken',
  holder_name: 'MARIA SOUZA',
  number: '4111111111111111',
  expiry: '12/30',
  cvc: '123',
}

/** `fresh` numbers a vehicle that was not registered yet. Throws for an id that nobody taught it. */
export function requestOf(
  operation: Operation,
  ids: Ids,
  fresh: number,
  given: Readonly<Record<string, unknown>> = {},
): Request {
  const query = Object.entries(idFields(operation.query, ids))
  const words = query.map(([name, value]) => `${name}=${String(value)}`).join('&')
  const params = Object.fromEntries(
    [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, idOf(name, ids)]),
  )
  const path = fillPath(operation.path, params as Record<string, string>)
  const inBody = idFields(operation.body, ids)
  return {
    method: operation.method,
    path: words === '' ? path : `${path}?${words}`,
    ...(operation.body === undefined ? {} : { body: bodyOf(operation.body, inBody, fresh, given) }),
  }
}

/** Whether a request of this operation says which object it is about. */
export function namesObjects(operation: Operation): boolean {
  const ids = unknownIds(seededRandom(1))
  const fields = [operation.query, operation.body].flatMap((schema) =>
    Object.keys(idFields(schema, ids)),
  )
  return operation.path.includes('{') || fields.length > 0
}

function bodyOf(
  schema: object,
  ids: Readonly<Record<string, unknown>>,
  fresh: number,
  given: Readonly<Record<string, unknown>>,
): unknown {
  const { required = [], properties = {} }: Fields = schema
  const known = { ...values, ...newVehicle(fresh), ...given }
  const names = required.length > 0 ? required : Object.keys(properties).slice(-1)
  const plain = (name: string): unknown =>
    properties[name]?.type === 'string' ? 'x' : (properties[name]?.minimum ?? 1)
  const made = names.map((name) => [name, ids[name] ?? Reflect.get(known, name) ?? plain(name)])
  return { ...Object.fromEntries(made), ...ids }
}

function idFields(schema: object | undefined, ids: Ids): Record<string, unknown> {
  const { properties = {} }: Fields = schema ?? {}
  const names = Object.keys(properties).filter((name) => /_ids?$/.test(name))
  return Object.fromEntries(names.map((name) => [name, idOf(name, ids)]))
}

function idOf(name: string, ids: Ids): unknown {
  if (!Object.hasOwn(ids, name)) throw new Error(`The matrix has no object for "${name}" yet.`)
  return Reflect.get(ids, name)
}

/** Objects of an account: a consulted vehicle with a nickname, and a Pix order for one debt. */
export async function objectsOf(bench: Bench, as: Account): Promise<Ids> {
  const { vehicleId, consultation, item } = await owing(bench, as)
  const debt_item_ids = [item.id]
  const path = `/api/v1/vehicles/${vehicleId}`
  await bench.send('PATCH', path, { as, body: { nickname: CANARY_NICKNAME } })
  const body = { debt_item_ids, method: 'pix' }
  const order = await bench.send('POST', '/api/v1/orders', { as, body })
  return {
    vehicle_id: vehicleId,
    consultation_id: consultation.id,
    order_id: String(order.body['id']),
    debt_item_ids,
  }
}

export const CANARY_NICKNAME = 'canary of the owner'

export function unknownIds(random: Random): Ids {
  return {
    vehicle_id: random.uuid(),
    consultation_id: random.uuid(),
    order_id: random.uuid(),
    debt_item_ids: [random.uuid()],
  }
}

export function allIds(ids: Ids): string[] {
  return Object.values(ids).flat()
}
