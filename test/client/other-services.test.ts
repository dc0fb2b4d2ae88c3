/** Services that are not ours: what the interface does not show is theirs to form. */
import { expect, test } from 'vitest'
import { hostileServer, reply } from './hostile-server.ts'
import { ACCOUNT, healthyWith, setup, vehicle } from './world.ts'

const ORDER = {
  id: '5f0f6a0e-6a43-4c86-9f41-0d3c7c1b1f7e',
  status: 'awaiting_payment',
  method: 'pix',
  purpose: '',
  plate: 'ABC1D23',
  uf: 'SP',
  vehicle_id: vehicle.id,
  debts_amount: '167.74',
  service_fee: '9.90',
  total_amount: '177.64',
  refunded_amount: '0.00',
  latest_attempt: null,
}

test('what the interface does not show of an order, in another form, is absent', async () => {
  const shown = { method: 'pix', status: 'pending', pix_copy_paste: '', pix_expires_at: null }
  const order = { ...ORDER, latest_attempt: shown }
  const odd = {
    ...order,
    items: Array.from({ length: 20 }, () => ({ id: ACCOUNT, paid: null })),
    created_at: 'ontem',
    latest_attempt: { ...shown, boleto_line: 34191, created_at: 1, payer: {} },
  }
  const results = Array.from({ length: 30 }, () => odd)
  await using server = await hostileServer((_, { path }) =>
    reply(200, path.includes('page=') ? { count: 30, next: null, previous: null, results } : odd),
  )
  const { client } = setup(server.url)
  const known = { ...order, latest_attempt: { ...shown, payer: {} } }
  expect(await client.read('getOrder', { params: { order_id: order.id } })).toEqual(known)
  expect((await client.pages('listOrders', {}).next()).value).toEqual(results.map(() => known))
})

test.each([[undefined], [[]], [[{ number: 1, value: '177.64' }]], ['em 12x']])(
  'the sums of a preview are read, whatever its grid of instalments: %j',
  async (installments) => {
    const sums = { debts_amount: '167.74', service_fee: '9.90', total_amount: '177.64' }
    await using server = await hostileServer(() => reply(200, { ...sums, installments }))
    const preview = { body: { debt_item_ids: [ACCOUNT] } }
    const told = await setup(server.url).client.call('previewCheckout', preview)
    expect(told).toMatchObject({ outcome: 'answered', ok: true, body: sums })
  },
)

test('an order with a sum in another form is no answer, whatever else it holds', async () => {
  const odd = { ...ORDER, total_amount: 177.64, items: 'none' }
  await using server = await hostileServer(healthyWith(odd))
  const { client } = setup(server.url)
  const failing = client.read('getOrder', { params: { order_id: ORDER.id } })
  await expect(failing).rejects.toMatchObject({
    code: 'answer-unfit',
    cause: 'getOrder: total_amount: 177.64',
  })
})

test('amounts and timestamps in other forms of the interface are read as ours', async () => {
  const odd = { open_debts_amount: '12.5000', created_at: '2026-11-27T17:09:03,746-03' }
  await using server = await hostileServer(healthyWith({ ...vehicle, ...odd, nickname: '1.000' }))
  const told = { open_debts_amount: '12.50', created_at: '2026-11-27T17:09:03.746-03:00' }
  const params = { vehicle_id: vehicle.id }
  const read = await setup(server.url).client.read('getVehicle', { params })
  expect(read).toEqual({ ...vehicle, ...told, nickname: '1.000' })
  expect(Date.parse(told.created_at)).toBe(Date.parse('2026-11-27T20:09:03.746Z'))
})

test.each([
  ['', true],
  [{ ok: true }, true],
  [{ ...vehicle, id: ACCOUNT }, false],
  ['<html>Entre na rede do hotel</html>', false],
])('%j after a change of a vehicle says that it was done: %s', async (body, isDone) => {
  await using server = await hostileServer(() => reply(200, body))
  const change = { params: { vehicle_id: vehicle.id }, body: { nickname: 'Van 01' } }
  const { outcome } = await setup(server.url).client.call('updateVehicle', change)
  expect(outcome).toBe(isDone ? 'answered' : 'in-doubt')
})

test('a layout that cannot be read is told by its operation and field, with what follows', async () => {
  await using server = await hostileServer(healthyWith([ORDER]))
  const { client } = setup(server.url)
  const said = (what: string) => ({
    code: 'layout-unfit',
    message: expect.stringMatching(`answered ${what} Show this to whoever`),
  })
  const list = 'listOrders in a form .* read: body: \\[…\\]. Nothing is ordered while this is so.'
  await expect(client.pages('listOrders', {}).next()).rejects.toMatchObject(said(list))
  const sums = 'orderSummary in a form that frota cannot read: body: \\[…\\].'
  await expect(client.read('orderSummary', {})).rejects.toMatchObject(said(sums))
  await expect(client.checkAccess()).rejects.toMatchObject({ code: 'wrong-service' })
})
