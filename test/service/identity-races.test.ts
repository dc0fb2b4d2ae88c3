/** A vehicle changes its identity while something is being asked or ordered for the one before. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { detail } from '../../src/contract/problem.ts'
import { mockLookup } from '../../src/service/providers/mock-lookup.ts'
import { consult } from './support/fleet.ts'
import { type Bench, MINUTE_MS, openBench } from './support/open-service.ts'
import { free } from './support/ordering.ts'
import { scriptedPayments } from './support/scripted-payments.ts'

const VEHICLE = {
  plate: 'QWE1234',
  renavam: '02837517024',
  uf: 'SP',
  owner_document: '52998224725',
}
const ROUNDS = 20

const payments = scriptedPayments()
const world = mockLookup({
  seed: 1,
  delay: { minMs: 300, maxMs: 2_000 },
  timeZone: 'America/Sao_Paulo',
})
/** What happens while the provider is being asked. */
let meanwhile: () => Promise<unknown>
let bench: Bench
let path: string

beforeEach(async () => {
  payments.script = {}
  meanwhile = async () => undefined
  const lookup = {
    ...world,
    begin: async (question: Parameters<typeof world.begin>[0]) => {
      await meanwhile()
      return world.begin(question)
    },
    look: async (...asked: Parameters<typeof world.look>) => {
      await meanwhile()
      return world.look(...asked)
    },
  }
  bench = await openBench({ lookup, payments })
  const made = await bench.send('POST', '/api/v1/vehicles', { body: VEHICLE })
  path = `/api/v1/vehicles/${String(made.body['id'])}`
})
afterEach(() => bench[Symbol.asyncDispose]())

function patch(change: object) {
  return bench.send('PATCH', path, { body: change })
}

/** The id of an item that may be ordered. */
async function answered(): Promise<string> {
  const { items } = await consult(bench, path.split('/').at(-1) ?? '')
  return items.find(free)?.id ?? ''
}

function order(itemId: string) {
  return bench.send('POST', '/api/v1/orders', {
    body: { debt_item_ids: [itemId], method: 'pix' },
  })
}

test('an order that is judged before a change and recorded after it is refused', async () => {
  const itemId = await answered()
  payments.script = {
    refuses: async () => {
      await patch({ uf: 'MG' })
      return null
    },
  }
  const made = await order(itemId)
  expect([made.status, made.body['detail']]).toEqual([409, detail.vehicleChanged])
  expect((await bench.send('GET', '/api/v1/orders')).body['count']).toBe(0)
  expect(payments.asked.open).toBe(0)
})

test('an order beside a change to the other form of the plate is made', async () => {
  const itemId = await answered()
  payments.script = {
    refuses: async () => {
      await patch({ plate: 'QWE1C34' })
      return null
    },
  }
  expect((await order(itemId)).status).toBe(201)
})

test('of orders and a change at once, those that are made are of before it', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const [before, after] =
      round % 2 === 0 ? ['QWE1234', 'QWE1235'] : (['QWE1235', 'QWE1234'] as const)
    const itemId = await answered()
    const [first, changed, second] = await Promise.all([
      order(itemId),
      patch({ plate: after }),
      order(itemId),
    ])
    expect(changed?.status).toBe(200)
    const ended = [first, second].map(({ status, body }) =>
      status === 201 ? body['plate'] : status,
    )
    expect(ended.filter((one) => one !== before && one !== 409)).toEqual([])
    expect((await order(itemId)).status).toBe(409)
  }
})

test('a question that began before a change and would be recorded after it is refused', async () => {
  meanwhile = () => patch({ renavam: '09690517916' })
  const asked = await bench.send('POST', `${path}/consultations`)
  expect([asked.status, asked.body['detail']]).toEqual([409, detail.vehicleChanged])
  meanwhile = async () => undefined
  expect((await bench.send('GET', path)).body).toMatchObject({
    latest_consultation_id: null,
    consultations_count: 0,
  })
})

test('an answer that comes while its vehicle changes is written nowhere', async () => {
  const asked = await bench.send('POST', `${path}/consultations`)
  bench.clock.step(MINUTE_MS)
  meanwhile = async () => {
    meanwhile = async () => undefined
    await patch({ plate: 'QWE1235' })
  }
  const read = await bench.send('GET', `/api/v1/consultations/${String(asked.body['id'])}`)
  expect(read.body).toMatchObject({ status: 'failed', error_code: 'vehicle_changed', items: [] })
  expect((await bench.send('GET', path)).body).toMatchObject({
    latest_consultation_id: null,
    open_debts_count: 0,
  })
})
