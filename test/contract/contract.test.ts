/** The contract as types and as values: what must not compile, and what a client must accept. */
import { Value } from 'typebox/value'
import { expect, expectTypeOf, test } from 'vitest'
import { api } from '../../src/contract/api.ts'
import type { CallRequest, SuccessBody } from '../../src/contract/call.ts'
import { fillPath } from '../../src/contract/fill-path.ts'
import type { HandlerReply } from '../../src/contract/handlers.ts'
import { readModes } from '../../src/contract/health.ts'
import type { BodyOf, Operation, ParamsOf, QueryOf, ReplyOf } from '../../src/contract/operation.ts'
import { Consultation } from '../../src/contract/consultation.ts'
import { Amount, plainScalar, Timestamp } from '../../src/contract/scalar.ts'

test('a wrong status or a wrong body does not compile', () => {
  // @ts-expect-error 418 is not documented.
  const wrongStatus: HandlerReply<typeof api.getVehicle> = { status: 418, body: { detail: 'x' } }
  // @ts-expect-error A vehicle has more than an id.
  const wrongBody: HandlerReply<typeof api.getVehicle> = { status: 200, body: { id: 'x' } }
  expect([wrongStatus, wrongBody]).toHaveLength(2)
})

test('types of a call follow the operation', () => {
  expectTypeOf<ParamsOf<typeof api.getVehicle>>().toEqualTypeOf<{ readonly vehicle_id: string }>()
  expectTypeOf<QueryOf<typeof api.getVehicle>>().toEqualTypeOf<undefined>()
  expectTypeOf<BodyOf<typeof api.createOrder>>().toEqualTypeOf<{
    debt_item_ids: string[]
    method: 'pix' | 'boleto' | 'credit_card'
  }>()
  type Reply = ReplyOf<typeof api.deleteVehicle>
  expectTypeOf<Extract<Reply, { status: 204 }>['body']>().toEqualTypeOf<undefined>()
  expectTypeOf<Extract<Reply, { status: 401 }>['body']>().toEqualTypeOf<{ detail: string }>()
  expectTypeOf<SuccessBody<'getOrder'>['status']>().toExtend<string>()
  const request: CallRequest<typeof api.getVehicle> = { params: { vehicle_id: 'x' } }
  // @ts-expect-error The path has a parameter.
  const without: CallRequest<typeof api.getVehicle> = {}
  expect([request, without]).toHaveLength(2)
})

test('every operation bears its own name, and every error is a problem', () => {
  for (const [id, operation] of Object.entries<Operation>(api)) {
    expect(operation.id).toBe(id)
    const errors = Object.entries(operation.replies).filter(([status]) => Number(status) >= 400)
    for (const [, schema] of errors) expect(schema).toHaveProperty('properties.detail')
    expect(401 in operation.replies).toBe(operation.public !== true)
    expect(429 in operation.replies).toBe(operation.public !== true)
    expect(501 in operation.replies).toBe(false)
  }
  const routes = Object.values<Operation>(api).map((o) => `${o.method} ${o.path}`)
  expect(new Set(routes).size).toBe(21)
})

test('a client accepts keys and words that it does not know', () => {
  const answered = {
    id: '5f0f6a0e-6a43-4c86-9f41-0d3c7c1b1f7e',
    vehicle_id: '5f0f6a0e-6a43-4c86-9f41-0d3c7c1b1f7e',
    plate: 'ABC1D23',
    status: 'archived',
    stage: 'on_hold',
    found_new_debts: false,
    error_message: '',
    error_code: '',
    error_title: '',
    error_action: '',
    total_amount: '0.00',
    items: [],
    colour: 'blue',
  }
  expect(Value.Check(Consultation, answered)).toBe(true)
  expect(Value.Check(Consultation, { ...answered, total_amount: 12.5 })).toBe(false)
  expect(Value.Check(Consultation, { ...answered, total_amount: '1e3' })).toBe(false)
})

test('amounts and timestamps of every reply are read in the forms that the interface allows', () => {
  const replies = Object.values<Operation>(api).flatMap((each) => Object.values(each.replies))
  const names = new Map<string, Set<string>>()
  JSON.parse(JSON.stringify(replies), (name, value) => {
    const { pattern }: { pattern?: string } = Object(value?.anyOf?.[0] ?? value)
    const known = names.get(pattern ?? '') ?? new Set()
    if (!/^\d*$/.test(name)) names.set(pattern ?? '', known.add(name))
    return value
  })
  const read = (schema: object, text: string): Set<unknown> =>
    new Set([...(names.get(Reflect.get(schema, 'pattern')) ?? [])].map((n) => plainScalar(n, text)))
  expect(read(Amount, '-9.4000')).toEqual(new Set(['-9.40']))
  const plain = '2026-11-27T17:09:03.123456789-03:00'
  expect(read(Timestamp, '20261127T170903,1234567891-03')).toEqual(new Set([plain]))
  expect(Value.Check(Timestamp, plain)).toBe(true)
  for (const text of ['2026-11-27', 'ontem', '2026-11-27T17:09:03.000Z', '2026-11-27T17:09-0300']) {
    expect(plainScalar('created_at', text)).toBe(text)
  }
  expect(plainScalar('nickname', '10.000')).toBe('10.000')
  expect(plainScalar('total_amount', '10.005')).toBe('10.005')
})

test('the modes are read under any prefix of the first key', () => {
  const payments = { mode: 'mock', sandbox: true }
  const expected = { lookup: 'mock', payments: 'mock', sandbox: true }
  expect(readModes({ vdi_lookup: { mode: 'mock' }, payments })).toEqual(expected)
  expect(readModes({ abc_lookup: { mode: 'mock' }, payments })).toEqual(expected)
  expect(readModes({ lookup: { mode: 'mock' }, payments })).toEqual(expected)
  expect(readModes({ 'abc_lookup.mode': 'live', 'payments.mode': 'live' })).toEqual({
    lookup: 'live',
    payments: 'live',
    sandbox: null,
  })
  expect(readModes({ status: 'ok' })).toBeUndefined()
  expect(readModes('ok')).toBeUndefined()
  expect(readModes({ lookup: { mode: 'mock' } })).toBeUndefined()
})

test('a path parameter cannot leave its segment', () => {
  expect(fillPath(api.getVehicle.path, { vehicle_id: '../orders' })).toBe(
    '/api/v1/vehicles/..%2Forders',
  )
  expect(() => fillPath(api.getVehicle.path, {})).toThrow('vehicle_id')
})
