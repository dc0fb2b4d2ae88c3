/** Part 2 of the interface over real HTTP: each field of each resource, of its type and form. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DebtItem } from '../../src/contract/debt-item.ts'
import { consulted, newVehicle, register } from './support/fleet.ts'
import { type Bench, openBench } from './support/open-service.ts'
import { free } from './support/ordering.ts'

let bench: Bench
beforeAll(async () => {
  bench = await openBench({ limits: { ordersPerHour: 10_000, consultationsPerHour: 10_000 } })
})
afterAll(async () => {
  await bench[Symbol.asyncDispose]()
})

const uuid = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
const text = expect.any(String)
const words = expect.stringMatching(/\S{3}/)
const amount = expect.stringMatching(/^\d+\.\d\d$/)
const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
const day = expect.stringMatching(/^\d{4}-\d\d-\d\d$/)
const count = expect.toSatisfy(
  (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0,
)
const truth = expect.any(Boolean)

const vehicle = {
  id: uuid,
  plate: expect.stringMatching(/^[A-Z]{3}[0-9][A-Z0-9][0-9]{2}$/),
  renavam: expect.stringMatching(/^\d{11}$/),
  uf: expect.stringMatching(/^[A-Z]{2}$/),
  nickname: text,
  owner_document_masked: expect.stringContaining('*'),
  is_active: truth,
  created_at: instant,
  open_debts_count: count,
  open_debts_amount: amount,
  consultations_count: count,
}
const neverConsulted = {
  latest_consultation_id: null,
  latest_consultation_status: null,
  latest_consultation_at: null,
}
const noError = { error_message: '', error_code: '', error_title: '', error_action: '' }
const consultation = {
  id: uuid,
  vehicle_id: uuid,
  plate: vehicle.plate,
  found_new_debts: truth,
  total_amount: amount,
  items: expect.any(Array),
  created_at: instant,
}

test('a vehicle has each field of the interface and no other, before any consultation', async () => {
  const id = await register(bench, 1)
  const { body } = await bench.send('GET', `/api/v1/vehicles/${id}`)
  expect(body).toEqual({ ...vehicle, ...neverConsulted })
  expect(body).toMatchObject({ id, is_active: true, nickname: '', consultations_count: 0 })
  expect(body).toMatchObject({ open_debts_count: 0, open_debts_amount: '0.00' })
})

test('a vehicle tells of its latest consultation, and the list tells the same', async () => {
  const { vehicleId, consultation: asked } = await consulted(bench, (items) => items.length > 0)
  const { body } = await bench.send('GET', `/api/v1/vehicles/${vehicleId}`)
  expect(body).toEqual({
    ...vehicle,
    latest_consultation_id: asked.id,
    latest_consultation_status: 'ready',
    latest_consultation_at: instant,
  })
  const list = await bench.send('GET', `/api/v1/vehicles?q=${String(body['renavam'])}`)
  expect(list.body['results']).toEqual([body])
  const pending = await bench.send('POST', `/api/v1/vehicles/${vehicleId}/consultations`)
  const meanwhile = await bench.send('GET', `/api/v1/vehicles/${vehicleId}`)
  expect(meanwhile.body).toMatchObject({
    latest_consultation_id: pending.body['id'],
    latest_consultation_status: 'pending',
    consultations_count: 2,
  })
})

test('a new consultation has each field of the interface, empty as it says', async () => {
  const id = await register(bench, 2)
  const { body } = await bench.send('POST', `/api/v1/vehicles/${id}/consultations`)
  const empty = { found_new_debts: false, total_amount: '0.00', items: [], finished_at: null }
  const begins = { status: 'pending', stage: 'queued' }
  expect(body).toEqual({ ...consultation, ...begins, ...noError, ...empty })
  expect(body).toMatchObject({ vehicle_id: id, plate: newVehicle(2).plate })
})

test('a ready consultation has each field of the interface and tells of no error', async () => {
  const { consultation: asked } = await consulted(bench, (items) => items.length > 0)
  const ends = { status: 'ready', stage: 'ready', finished_at: instant }
  expect(asked).toEqual({ ...consultation, ...ends, ...noError })
})

test('a debt item has each field of the interface; its family follows from its kind', async () => {
  const groups: Record<string, string> = {
    ipva: 'ipva',
    ipva_unique: 'ipva',
    ipva_installment: 'ipva',
    licensing: 'licensing',
    ticket: 'ticket',
    renainf_ticket: 'ticket',
    insurance: 'insurance',
    service: 'service',
    other: 'other',
  }
  const seen = new Set<string>()
  for (let from = 2_200; seen.size < Object.keys(groups).length && from < 3_400; from += 200) {
    const wanted = (items: readonly DebtItem[]) => items.some(({ kind }) => !seen.has(kind))
    const { consultation: asked } = await consulted(bench, wanted, bench.own, from)
    for (const item of asked.items) {
      seen.add(item.kind)
      const { due_date, ...rest } = item
      const isAlone = item.depends_on === null
      expect(rest).toEqual({
        id: uuid,
        kind: item.kind,
        group: groups[item.kind],
        description: words,
        amount,
        year: count,
        depends_on: isAlone ? null : uuid,
        depends_on_description: isAlone ? '' : words,
        is_payable: truth,
      })
      expect([undefined, day]).toContainEqual(due_date)
    }
  }
  expect([...seen].toSorted()).toEqual(Object.keys(groups).toSorted())
})

test.each(['pix', 'boleto', 'credit_card'])('an order by %s has each field', async (method) => {
  const { order, attempt, items } = await ordered(method)
  const path = `/api/v1/vehicles/${String(order['vehicle_id'])}`
  const { plate, uf } = (await bench.send('GET', path)).body
  expect(order).toEqual({
    id: uuid,
    status: 'awaiting_payment',
    method,
    purpose: text,
    plate,
    uf,
    vehicle_id: uuid,
    debts_amount: amount,
    service_fee: amount,
    total_amount: amount,
    refunded_amount: '0.00',
    created_at: instant,
    expires_at: instant,
    paid_at: null,
    settled_at: null,
  })
  expect(attempt).toMatchObject({ method, status: 'pending', created_at: instant })
  expect(items).toMatchObject([{ debt_item_id: uuid, amount, settlement_status: 'pending' }])
})

test('the attempt of a Pix order has each field of the interface', async () => {
  const { order } = await ordered('pix')
  bench.clock.step(10_000)
  const { body } = await bench.send('GET', `/api/v1/orders/${String(order['id'])}`)
  expect(body['latest_attempt']).toEqual({
    method: 'pix',
    status: 'pending',
    pix_copy_paste: expect.stringMatching(/^000201/),
    pix_expires_at: instant,
    created_at: instant,
  })
})

async function ordered(method: string) {
  const { consultation: asked } = await consulted(bench, (items) => items.some(free))
  const ids = asked.items.filter(free).map(({ id }) => id)
  const body = { debt_item_ids: ids.slice(0, 1), method }
  const made = await bench.send('POST', '/api/v1/orders', { body })
  const { latest_attempt: attempt, items, ...order } = made.body
  return { order, attempt, items }
}
