/** A stranger cannot tell what is there from what never was, whatever has become of it. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '../../../src/contract/api.ts'
import type { Operation } from '../../../src/contract/operation.ts'
import { type Account, type Bench, openBench } from '../support/open-service.ts'
import { type Recorder, recordStatements } from '../tenants-recorder.ts'
import { type Ids, objectsOf, requestOf, unknownIds } from '../tenants-world.ts'

const MANY = 1_000_000
const limits = { consultationsPerHour: MANY, ordersPerHour: MANY }
const DAY_MS = 86_400_000
const named = Object.values<Operation>(api).filter(({ path }) => path.includes('{'))

let bench: Bench
let recorder: Recorder
let service: { url: string } & AsyncDisposable
let strangers: Account[]
const others: Record<string, Ids> = {}

beforeAll(async () => {
  bench = await openBench({ limits })
  recorder = recordStatements(bench.pool)
  service = await bench.again({ pool: recorder.pool })
  strangers = [
    await bench.tenant('another account', { brandName: 'own' }),
    await bench.tenant('another brand'),
  ]
  others['expired'] = await objectsOf(bench, bench.own, 1_000)
  bench.clock.step(9 * DAY_MS)
  await bench.send('GET', `/api/v1/orders/${others['expired'].order_id}`)
  others['inactive'] = await objectsOf(bench, bench.own, 1_300)
  await bench.send('DELETE', `/api/v1/vehicles/${others['inactive'].vehicle_id}`)
  others['paid'] = await objectsOf(bench, bench.own, 1_600)
  bench.clock.step(60_000)
  await bench.send('POST', `/api/v1/orders/${others['paid'].order_id}/simulate-pix`)
  others['active'] = await objectsOf(bench, bench.own, 1_900)
  // The first calls note that the keys were used, and let the quick way know them.
  for (const as of strangers) await bench.send('GET', '/api/v1/vehicles', { as, url: service.url })
})
afterAll(async () => {
  await service[Symbol.asyncDispose]()
  await bench[Symbol.asyncDispose]()
})

/** What a caller sees, and what it cost: the same work takes the same time. */
async function seen(operation: Operation, ids: Ids, as: Account): Promise<unknown> {
  recorder.take()
  const { method, path, body } = requestOf(operation, ids, 9_000)
  const sent = { as, url: service.url, ...(body === undefined ? {} : { body }) }
  const { status, text, headers } = await bench.send(method, path, sent)
  const shown = [...headers].filter(([name]) => name !== 'date')
  return { status, text, shown, statements: recorder.take().map(({ sql }) => sql) }
}

test.each(named)('$method $path answers a stranger alike for anything', async (operation) => {
  for (const as of strangers) {
    const unknown = await seen(operation, unknownIds(bench.random), as)
    expect(unknown).toMatchObject({ status: 404 })
    for (const [state, ids] of Object.entries(others)) {
      expect([state, await seen(operation, ids, as)]).toEqual([state, unknown])
    }
  }
})

test('the owner sees each of them for what it is', async () => {
  const get = async (path: string) => (await bench.send('GET', `/api/v1/${path}`)).body
  const of = (state: string): Ids => others[state] ?? unknownIds(bench.random)
  const vehicle = await get(`vehicles/${of('inactive').vehicle_id}`)
  expect(vehicle['is_active']).toBe(false)
  expect((await get(`orders/${of('expired').order_id}`))['status']).toBe('expired')
  expect((await get(`orders/${of('paid').order_id}`))['status']).not.toBe('awaiting_payment')
  expect((await get(`orders/${of('active').order_id}`))['status']).toBe('awaiting_payment')
})
