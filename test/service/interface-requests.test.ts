/** Part 4 of the interface over real HTTP: which fields a request must, may and must not have. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newVehicle, register } from './support/fleet.ts'
import { type Answer, type Bench, openBench } from './support/open-service.ts'
import { asOrder, latest, orderOf } from './support/ordering.ts'

let bench: Bench
beforeAll(async () => {
  bench = await openBench({ limits: { ordersPerHour: 10_000, consultationsPerHour: 10_000 } })
})
afterAll(async () => {
  await bench[Symbol.asyncDispose]()
})

const without = (body: object, field: string): object =>
  Object.fromEntries(Object.entries(body).filter(([name]) => name !== field))

function expectNamed(answer: Answer, field: string): void {
  expect([field, answer.status]).toEqual([field, 400])
  expect(answer.body).toEqual({ detail: expect.stringContaining(`'${field}'`) })
}

test.each(['plate', 'renavam', 'uf', 'owner_document'])(
  'a vehicle without %s is refused by its name',
  async (field) => {
    const body = without(newVehicle(1), field)
    expectNamed(await bench.send('POST', '/api/v1/vehicles', { body }), field)
  },
)

test('a nickname may be given and left out', async () => {
  const named = { ...newVehicle(2), nickname: 'Caminhão 7' }
  const answer = await bench.send('POST', '/api/v1/vehicles', { body: named })
  expect([answer.status, answer.body['nickname']]).toEqual([201, 'Caminhão 7'])
  const plain = await bench.send('POST', '/api/v1/vehicles', { body: newVehicle(3) })
  expect([plain.status, plain.body['nickname']]).toEqual([201, ''])
})

test.each([
  ['ABC-1234', 'ABC1234'],
  ['abc1d23', 'ABC1D23'],
  ['ABC-1D24', 'ABC1D24'],
])('the plate %s is taken and comes back as %s', async (plate, normal) => {
  const renavam = `0010000${normal.slice(3).replace('D', '0')}`
  const body = { ...newVehicle(4), plate, renavam }
  const answer = await bench.send('POST', '/api/v1/vehicles', { body })
  expect([answer.status, answer.body['plate']]).toEqual([201, normal])
})

test.each([
  ['123456789', '00123456789'],
  ['1234567890', '01234567890'],
  ['12345678901', '12345678901'],
])('the Renavam %s comes back as %s', async (renavam, stored) => {
  const body = { ...newVehicle(5), renavam }
  const answer = await bench.send('POST', '/api/v1/vehicles', { body })
  expect([answer.status, answer.body['renavam']]).toEqual([201, stored])
})

test('each write field can be changed alone, and none at all', async () => {
  const id = await register(bench, 6)
  const path = `/api/v1/vehicles/${id}`
  const changes = [
    [{ plate: 'xyz-9k87' }, { plate: 'XYZ9K87' }],
    [{ renavam: '987654321' }, { renavam: '00987654321' }],
    [{ uf: 'am' }, { uf: 'AM' }],
    [{ owner_document: '11144477735' }, { owner_document_masked: '***.444.777-**' }],
    [{ nickname: 'Van' }, { nickname: 'Van' }],
    [{ nickname: '' }, { nickname: '' }],
    [{}, {}],
  ]
  for (const [body, changed] of changes) {
    const { body: before } = await bench.send('GET', path)
    const answer = await bench.send('PATCH', path, { body })
    expect([answer.status, answer.body]).toEqual([200, { ...before, ...changed }])
    expect((await bench.send('GET', path)).body).toEqual(answer.body)
  }
})

test('a page holds from one to a hundred vehicles', async () => {
  const status = async (size: string): Promise<number> =>
    (await bench.send('GET', `/api/v1/vehicles?page_size=${size}`)).status
  expect([await status('1'), await status('100')]).toEqual([200, 200])
  expect([await status('0'), await status('101')]).toEqual([400, 400])
})

test.each(['debt_item_ids', 'method'])('an order without %s is refused', async (field) => {
  const body = without({ debt_item_ids: [bench.random.uuid()], method: 'pix' }, field)
  expectNamed(await bench.send('POST', '/api/v1/orders', { body }), field)
})

const card = {
  holder_name: 'MARIA DE TESTE',
  number: '4111111111111111',
  expiry: '12/30',
  cvc: '123',
}

test.each(Object.keys(card))('a card without %s is refused by its name', async (field) => {
  const path = `/api/v1/orders/${bench.random.uuid()}/pay-card`
  expectNamed(await bench.send('POST', path, { body: without(card, field) }), field)
})

test.each([
  ['holder_name', ''],
  ['number', '4'.repeat(12)],
  ['number', '4'.repeat(20)],
  ['number', '4111 1111 1111 1111'],
  ['expiry', '00/30'],
  ['expiry', '13/30'],
  ['expiry', '1/30'],
  ['expiry', '12/2030'],
  ['cvc', '12'],
  ['cvc', '12345'],
  ['installments', 0],
  ['installments', 13],
  ['installments', 1.5],
  ['installments', '2'],
])('a card whose %s is %s is refused by its name', async (field, value) => {
  const path = `/api/v1/orders/${bench.random.uuid()}/pay-card`
  expectNamed(await bench.send('POST', path, { body: { ...card, [field]: value } }), field)
})

test.each([
  { number: '4'.repeat(13) },
  { number: '4'.repeat(19) },
  { cvc: '1234' },
  { expiry: '01/99' },
  { installments: 12 },
])('a card with %j is of the right form', async (more) => {
  const path = `/api/v1/orders/${bench.random.uuid()}/pay-card`
  // The order is unknown: only what has the right form gets so far.
  expect((await bench.send('POST', path, { body: { ...card, ...more } })).status).toBe(404)
})

test('without a number of instalments a card is charged once', async () => {
  const { order } = await orderOf(bench, 'credit_card')
  const path = `/api/v1/orders/${order.id}/pay-card`
  const charged = latest(asOrder(await bench.send('POST', path, { body: card })))
  expect(charged).toMatchObject({ installments: 1, charged_amount: order.total_amount })
})
